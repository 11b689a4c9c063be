import assert from 'node:assert/strict';
import type {ServerResponse} from 'node:http';
import {describe, it} from 'node:test';
import type {ChatController} from '../../../src/controller/index.js';
import {testMs} from '../../support/limits.mjs';
import {memory, openChat, said, untilTrue} from '../support/chat.js';
import {FastEnvironment} from '../support/fast-environment.js';
import {json, serve, sse, stream, type WebServer} from '../support/web-server.js';

// A page that is reloaded during a run whose answer the server stores without a sign of whether it is whole.

const limit = {timeout: testMs};
const task = {task_id: 't', created_at: '2026-03-04T10:00:00Z'};
const begin = [
  {type: 'connection_established', session_id: 's', connection_id: 'c', task_id: 't'},
  {type: 'response_stream_start', message_id: 'a', task_id: 't'},
];
const word = (content: string): object => ({type: 'response_chunk', content});
const end = {type: 'agent_processing_complete', message_id: 'a', content: ''};

/** A server that streams `The ` to a new message, and then stores `answer`. `join` answers who joins the run. */
function serveRun(answer: string, join: (response: ServerResponse) => void): Promise<WebServer> {
  const stored = [
    {...task, id: 'u', role: 'user', content: 'Hi'},
    {...task, id: 'a', role: 'assistant', parent_id: 'u', content: answer},
  ];
  let hasRun = false;
  return serve(({method, path}, response) => {
    if (path.includes('/stream')) join(response);
    else if (method === 'GET') json(response, {items: hasRun ? stored : []});
    else {
      hasRun = true;
      stream(response).write(sse(...begin, word('The ')));
    }
  });
}

/** Opens the chat, sends a message and leaves the page in the middle of the answer. Returns how to open the page again. */
async function leaveEarly({origin}: WebServer): Promise<() => ChatController> {
  const storage = memory();
  const open = (): ChatController =>
    openChat({endpoint: origin, sessionId: 's', storage}, new FastEnvironment());
  const chat = open();
  void chat.send('Hi').catch(() => undefined);
  await untilTrue(chat, () => said(chat).at(-1) === 'assistant: The');
  chat.dispose();
  return open;
}

const joins = ({asked}: WebServer): number =>
  asked.filter(({path}) => path.includes('/stream')).length;

describe('an answer of a run that the page has left', () => {
  it('is joined after a reload, and displayed once and whole', limit, async () => {
    const server = await serveRun('The ans', response =>
      stream(response).end(sse(...begin, word('The '), word('answer.'), end)),
    );
    const chat = (await leaveEarly(server))();
    await untilTrue(chat, () => said(chat).at(-1) === 'assistant: The answer.');
    await untilTrue(chat, ({status}) => status === 'idle');
    assert.deepEqual(said(chat), ['user: Hi', 'assistant: The answer.']);
    assert.equal(chat.conversation.children.at(-1)?.status, 'done');
    chat.dispose();
  });

  for (const [what, refuse] of [
    ['knows no such run', (response: ServerResponse) => json(response, {detail: 'No task'}, 404)],
    ['has nothing to stream', (response: ServerResponse) => void response.writeHead(204).end()],
    ['streams nothing', (response: ServerResponse) => void stream(response).end()],
  ] as const) {
    it(`is displayed as stored if the server ${what}, and not joined again`, limit, async () => {
      const server = await serveRun('The answer.', refuse);
      const open = await leaveEarly(server);
      for (const openAgain of [open, open]) {
        const chat = openAgain();
        await chat.ready;
        await untilTrue(chat, ({status}) => status === 'idle' && joins(server) > 0);
        assert.equal(chat.lastError, undefined);
        assert.deepEqual(said(chat), ['user: Hi', 'assistant: The answer.']);
        assert.equal(chat.conversation.children.at(-1)?.status, 'done');
        chat.dispose();
      }
      assert.equal(joins(server), 1);
    });
  }
});
