import assert from 'node:assert/strict';
import {after, afterEach, before, describe, it} from 'node:test';
import type {ServerResponse} from 'node:http';
import {Deferred} from '../../../src/controller/deferred.js';
import {startServer, type AgentServer} from '../../support/agent-server.js';
import {arm, disarm, openChat, posted, said, statistics, talkTo} from '../support/chat.js';
import {FastEnvironment} from '../support/fast-environment.js';
import {json, serve, stream} from '../support/web-server.js';
import {testMs} from '../../support/limits.mjs';

const limit = {timeout: testMs};
const question = 'what is 6 * 7';
const drop = {kind: 'drop', at_frame: 6, on: 'send'};

describe('a run that is joined again', () => {
  let server: AgentServer;

  before(async () => {
    server = await startServer();
  });
  afterEach(() => disarm(server));
  after(() => server.stop());

  it('never sends its token to another origin', limit, async () => {
    const asked: string[] = [];
    const {chat} = talkTo(server, {
      fetch: (input, init) => {
        asked.push(new URL(new Request(input).url).origin);
        return fetch(input, init);
      },
    });
    await arm(server, {kind: 'json', stream_url: 'foreign'});
    await chat.send(question);
    assert.match(said(chat)[1] ?? '', /42/);
    assert.deepEqual([...new Set(asked)], [server.origin]);
    chat.dispose();
  });

  it('waits as long as the server wants before that', limit, async () => {
    const environment = new FastEnvironment(20);
    const {chat} = talkTo(server, {}, environment);
    await arm(server, drop, {kind: 'status', status: 429, retry_after: 7, on: 'attach'});
    await chat.send(question);
    assert.match(said(chat)[1] ?? '', /42/);
    assert.ok(
      environment.waits.some(wait => wait >= 7000 && wait < 14_000),
      environment.waits.join(),
    );
    chat.dispose();
  });

  it('fails after eight attempts with the text kept, until the user retries', limit, async () => {
    const {chat, answer} = talkTo(server, {}, new FastEnvironment());
    await arm(
      server,
      drop,
      {kind: 'status', status: 503, on: 'attach', times: 100},
      {kind: 'status', status: 503, on: 'history', times: 100},
    );
    const {requests} = await statistics(server);
    await chat.send(question);
    assert.equal(chat.status, 'lost');
    assert.deepEqual([chat.lastError?.code, chat.lastError?.status], ['server_error', 503]);
    assert.equal(answer().status, 'interrupted');
    const {requests: after} = await statistics(server);
    assert.equal((after['attach'] ?? 0) - (requests['attach'] ?? 0), 8);
    await disarm(server);
    await chat.retry();
    assert.match(said(chat)[1] ?? '', /42/);
    assert.deepEqual([chat.status, await posted(server, chat)], ['idle', 1]);
    chat.dispose();
  });
});

describe('an answer that is stored as if it was unfinished', () => {
  const content = '<<STEP_START>>\nStep 1: Look\nI began\n<<STEP_END>>';
  const stored = {role: 'assistant', content, task_id: 't', created_at: '2026-01-01T00:00:00'};

  for (const [what, refuse] of [
    ['knows no such run', (response: ServerResponse) => json(response, {detail: 'No task'}, 404)],
    ['has nothing to stream', (response: ServerResponse) => void response.writeHead(204).end()],
    ['streams nothing', (response: ServerResponse) => void stream(response).end()],
    [
      'refuses to let it be joined',
      (response: ServerResponse) => json(response, {detail: 'It is over'}, 409),
    ],
  ] as const) {
    it(`is displayed unchanged, and not as an error, if the server ${what}`, limit, async () => {
      const server = await serve(({path}, response) => {
        if (path.includes('/stream')) refuse(response);
        else
          json(response, {
            items: [
              {id: 'u', role: 'user', content: 'Q'},
              {...stored, id: 'a'},
            ],
          });
      });
      const over = new Deferred();
      const chat = openChat(
        {
          endpoint: server.origin,
          sessionId: 's',
          storage: null,
          onEvent: ({type}) => type === 'turn-end' && over.resolve(),
        },
        new FastEnvironment(),
      );
      await over.promise;
      assert.equal(chat.lastError, undefined);
      assert.deepEqual(said(chat), ['user: Q', 'assistant: I began']);
      assert.equal(chat.conversation.children.at(-1)?.status, 'done');
      assert.equal(server.asked.filter(({path}) => path.includes('/stream')).length, 1);
      chat.dispose();
    });
  }
});
