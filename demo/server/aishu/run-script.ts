import {Stopped, type AttachedText} from '../agent/agent.js';
import {Pacer} from '../agent/pacer.js';
import type {ServerContext} from '../context.js';
import type {StoredTurn} from './conversations.js';
import {DataAgent} from './data-agent.js';

/** Suggested follow-up questions. */
const related = ['Search the docs for the composer', 'Draw a chart of 3, 5, 8', 'What can you do?'];

/** Runs the script for a question and ends its answer. Continues when the client disconnects. */
export async function runScript(
  {runs, settings, corpus}: ServerContext,
  {question, answer}: StoredTurn,
  attachments: readonly AttachedText[],
): Promise<void> {
  const start = Date.now();
  const pacer = new Pacer(settings.behaviour, answer.stop);
  const agent = new DataAgent(answer, pacer, corpus);
  const {text} = question;
  try {
    await runs.planner.scriptFor(text)(agent, {text, attachments});
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
