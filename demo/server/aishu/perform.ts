import {Stopped} from '../agent/agent.js';
import {Breath} from '../agent/breath.js';
import type {ServerContext} from '../context.js';
import type {Turn} from './conversations.js';
import {DataAgent} from './data-agent.js';

/** What the user may go on with. */
const related = ['Search the docs for the composer', 'Draw a chart of 3, 5, 8', 'What can you do?'];

/** Plays the script that fits a question, and ends its answer. Whoever asked may leave meanwhile. */
export async function perform(
  {runs, settings, corpus}: ServerContext,
  {question, answer}: Turn,
): Promise<void> {
  const start = Date.now();
  const breath = new Breath(settings.behaviour, answer.stop);
  const agent = new DataAgent(answer, breath, corpus);
  const {text, files} = question;
  try {
    await runs.planner.scriptFor(text)(agent, {text, attachments: files});
    agent.finish({
      total_time: Math.round((Date.now() - start) / 10) / 100,
      total_tokens: Math.ceil(JSON.stringify(answer.document).length / 4),
      related_queries: related.filter(query => query !== text),
    });
    answer.end('succeded');
  } catch (error) {
    if (error instanceof Stopped) answer.end('cancelled');
    else {
      const description = error instanceof Error ? error.message : String(error);
      answer.change({...answer.document, error: failureOf(description)});
      answer.end('failed');
    }
  }
}

function failureOf(description: string): object {
  return {
    HTTPCode: 500,
    Language: 'en-US',
    BaseError: {
      error_code: 'AgentAPP.Agent.SkillExecption',
      description,
      solution: 'Ask for something else, or try again.',
      error_link: '',
      error_details: null,
    },
  };
}
