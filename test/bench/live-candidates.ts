import {openChat, type PageAgent} from './chat-candidates.js';
import type {Candidate} from './markdown-feed.js';
import {piecesOf, textOf} from './markdown-text.js';

const LOG_LINES = 100_000;
const LINES_A_FRAME = 500;
const TOOLS = 200;
const CHATS = 10;
/** Characters of each answer. */
const ANSWER_LENGTH = 10_000;
const PIECES_A_FRAME = 33;

const nextFrame = (): Promise<number> => new Promise(requestAnimationFrame);

/** A candidate that writes its own events when the run begins, and ends when all of them are displayed. */
const running = (run: () => Promise<void>): Candidate => ({show: () => undefined, settle: run});

/** A tool that prints many lines while it runs. */
export async function createLog(place: HTMLElement): Promise<Candidate> {
  const agent = await openChat(place);
  const tool = {tool_execution_id: 'call_1', tool_name: 'build'};
  return running(async () => {
    agent.tell('agent_step_started', {step: 1, description: 'Build'});
    for (let line = 0; line < LOG_LINES; line++) {
      const content = `[${line}] compiled module ${line % 977} in ${line % 13} ms\n`;
      agent.tell('tool_partial_update', {...tool, data: {content}});
      if (line % LINES_A_FRAME > 0) continue;
      agent.flush();
      await nextFrame();
    }
    agent.tell('tool_end', {...tool, outputs: {response: 'done'}});
    agent.end();
    await nextFrame();
  });
}

/** A run with many tool calls, each with its text, progress and result. */
export async function createTools(place: HTMLElement): Promise<Candidate> {
  const agent = await openChat(place);
  return running(async () => {
    agent.tell('agent_step_started', {step: 1, description: 'Look'});
    for (let call = 0; call < TOOLS; call++) await callTool(agent, call);
    agent.end();
    await nextFrame();
  });
}

async function callTool(agent: PageAgent, call: number): Promise<void> {
  const id = `call_${String(call)}`;
  const tool = {tool_execution_id: id, tool_name: 'search'};
  const write = (content: string): void => agent.tell('response_chunk', {content, step: 1});
  write(`<<TOOL_STEP_START/search:${id}>>\n<<TOOL_STEP_INPUT_START>>{"query": `);
  write(`"number ${String(call)}"}<<TOOL_STEP_INPUT_END>>`);
  for (const phase of ['search', 'read', 'rank']) {
    for (const status of ['started', 'completed']) {
      agent.tell('tool_update', {...tool, data: {phase, status, data: {results_count: call}}});
    }
    agent.flush();
    await nextFrame();
  }
  agent.tell('tool_end', {...tool, outputs: {response: `Found ${String(call)}.`}});
  write(`<<TOOL_STEP_RESULT_START>>{"response": "Found ${String(call)}."}`);
  write(`<<TOOL_STEP_RESULT_END>>\n<<TOOL_STEP_END/search:${id}>>\n`);
  agent.flush();
  await nextFrame();
}

/** Several chats on a page that answer at the same time. */
export async function createChats(place: HTMLElement): Promise<Candidate> {
  const agents = await Promise.all(
    Array.from({length: CHATS}, () => {
      const box = document.createElement('div');
      place.append(box);
      return openChat(box);
    }),
  );
  const pieces = [...piecesOf(textOf('mixed', ANSWER_LENGTH))];
  return running(async () => {
    for (let from = 0; from < pieces.length; from += PIECES_A_FRAME) {
      for (const agent of agents) {
        for (const content of pieces.slice(from, from + PIECES_A_FRAME)) {
          agent.tell('response_chunk', {content});
        }
        agent.flush();
      }
      await nextFrame();
    }
    for (const agent of agents) agent.end();
    await nextFrame();
  });
}
