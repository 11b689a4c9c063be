import assert from 'node:assert/strict';
import type {ServerResponse} from 'node:http';
import {after, before, describe, it} from 'node:test';
import {isOver, messagesOf} from '../../src/core/model/messages.js';
import {aishu} from '../../src/core/index.js';
import {startServer, type AgentServer} from '../support/agent-server.js';
import {openChat, said, tale} from './support/chat.js';
import {FastEnvironment} from './support/fast-environment.js';
import {json, serve, type Asked} from './support/web-server.js';
import {testMs} from '../support/limits.mjs';

const limit = {timeout: testMs};
const question = 'what is 2 * (3 + 4)';
const api = '/aishu/api/agent-factory/v1';

type Refuse = (response: ServerResponse) => void;

describe('a run that ended while the connection was down', () => {
  let server: AgentServer;
  let complete: unknown[];

  before(async () => {
    server = await startServer();
    const chat = talk(server.origin + api);
    await chat.send(question);
    complete = tale(chat.conversation.children);
  });
  after(() => server.stop());

  function talk(endpoint: string) {
    const getToken = async (): Promise<string> => {
      const body = JSON.stringify({user: 'one'});
      const headers = {'content-type': 'application/json'};
      const response = await fetch(`${server.origin}/demo/token`, {method: 'POST', headers, body});
      const {access_token} = (await response.json()) as {access_token: string};
      return access_token;
    };
    return openChat(
      {protocol: aishu, agentId: 'demo', endpoint, getToken, storage: null},
      new FastEnvironment(),
    );
  }

  /** A proxy that breaks the first stream after a share of its bytes, and lets the run end before the client joins again. */
  async function cutting(
    share: number,
    refuse: Refuse | undefined,
    history?: Refuse,
    times = Infinity,
  ) {
    let refusals = 0;
    let isOverThere: Promise<unknown> = Promise.resolve();
    const joins: Asked[] = [];
    const proxy = await serve(async (asked, response) => {
      const {method, path, body} = asked;
      const isJoin = path.endsWith('/chat/resume');
      if (isJoin) {
        joins.push(asked);
        await isOverThere;
        if (refuse) {
          refuse(response);
          return;
        }
      }
      const isHistory = method === 'GET' && /\/conversation\/[^/]+$/.test(path);
      if (history && isHistory && refusals < times) {
        refusals += 1;
        history(response);
        return;
      }
      const headers = new Headers();
      for (const name of ['authorization', 'content-type', 'accept']) {
        const value = asked.headers[name];
        if (typeof value === 'string') headers.set(name, value);
      }
      const answer = await fetch(server.origin + path, {
        method,
        headers,
        ...(body !== '' && {body}),
      });
      const type = answer.headers.get('content-type') ?? '';
      response.writeHead(answer.status, {'content-type': type});
      if (!path.endsWith('/chat/completion')) {
        response.end(Buffer.from(await answer.arrayBuffer()));
        return;
      }
      const whole = answer.arrayBuffer();
      isOverThere = whole;
      const all = Buffer.from(await whole);
      response.write(all.subarray(0, share * all.length), () =>
        setTimeout(() => response.destroy(), 20),
      );
    });
    return {endpoint: proxy.origin + api, joins};
  }

  /**
   * Sends the question, and counts how often the chat was idle with an answer that was neither complete nor an
   * error.
   */
  async function ask(endpoint: string) {
    const chat = talk(endpoint);
    let halves = 0;
    const off = chat.subscribe(() => {
      const last = messagesOf(chat.conversation).at(-1);
      const isHalf = last?.role === 'assistant' && (!isOver(last) || last.status === 'interrupted');
      if (chat.status === 'idle' && isHalf && !chat.lastError) halves += 1;
    });
    await chat.send(question);
    off();
    return {chat, halves};
  }

  for (const share of [0, 0.2, 0.6, 0.9]) {
    it(
      `is complete after the first refused join (cut after ${share} of the bytes)`,
      limit,
      async () => {
        const {endpoint, joins} = await cutting(share, undefined);
        const {chat, halves} = await ask(endpoint);
        assert.deepEqual(tale(chat.conversation.children), complete);
        assert.deepEqual([chat.status, chat.lastError, halves], ['idle', undefined, 0]);
        assert.equal(joins.length, 1);
      },
    );
  }

  it('is complete after a join that brought an empty stream', limit, async () => {
    const {endpoint, joins} = await cutting(0.6, response => {
      response.writeHead(200, {'content-type': 'text/event-stream'}).end();
    });
    const {chat, halves} = await ask(endpoint);
    assert.deepEqual(tale(chat.conversation.children), complete);
    assert.deepEqual([chat.status, chat.lastError, halves], ['idle', undefined, 0]);
    assert.equal(joins.length, 1);
  });

  it('is complete after a join that returns no stream', limit, async () => {
    const {endpoint, joins} = await cutting(0.6, response => json(response, {}));
    const {chat, halves} = await ask(endpoint);
    assert.deepEqual(tale(chat.conversation.children), complete);
    assert.deepEqual([chat.status, chat.lastError, halves], ['idle', undefined, 0]);
    assert.equal(joins.length, 1);
  });

  const refusals: Readonly<Record<string, Refuse>> = {
    'is refused inside of its stream': response =>
      response
        .writeHead(200, {'content-type': 'text/event-stream'})
        .end(
          'data: {"HTTPCode":500,"BaseError":{"error_code":"Internal","description":"No run."}}\n\n',
        ),
    breaks(response) {
      response.writeHead(200, {'content-type': 'text/event-stream'});
      response.write(': \n\n', () => response.destroy());
    },
  };
  for (const [name, refuse] of Object.entries(refusals)) {
    it(`is complete after a join that ${name}`, limit, async () => {
      const {endpoint, joins} = await cutting(0.6, refuse);
      const {chat, halves} = await ask(endpoint);
      assert.deepEqual(tale(chat.conversation.children), complete);
      assert.deepEqual([chat.status, chat.lastError, halves], ['idle', undefined, 0]);
      assert.equal(joins.length, 1);
    });
  }

  const early: Readonly<Record<string, Refuse>> = {
    'brings an error': response =>
      response
        .writeHead(200, {'content-type': 'text/event-stream'})
        .end('event: error\ndata: {"BaseError":{"error_code":"Gone","description":"No run."}}\n\n'),
    'breaks after its first patch'(response) {
      response.writeHead(200, {'content-type': 'text/event-stream'});
      const patch = '{"seq_id":0,"key":["message","id"],"content":"m","action":"upsert"}';
      response.write(`data: ${patch}\n\n`, () => setTimeout(() => response.destroy(), 20));
    },
  };
  for (const [name, refuse] of Object.entries(early)) {
    for (const share of [0, 0.08, 0.25]) {
      it(
        `is complete after two joins if each ${name} (cut after ${share} of the bytes)`,
        limit,
        async () => {
          const {endpoint, joins} = await cutting(share, refuse);
          const {chat} = await ask(endpoint);
          assert.deepEqual(tale(chat.conversation.children), complete);
          assert.deepEqual([chat.status, chat.lastError], ['idle', undefined]);
          assert.ok(joins.length <= 2, `joined ${joins.length} times`);
        },
      );
    }
  }

  it('is complete as soon as the history can be read', limit, async () => {
    const {endpoint, joins} = await cutting(
      0.6,
      response => json(response, {}),
      response => json(response, {}, 503),
      2,
    );
    const {chat, halves} = await ask(endpoint);
    assert.deepEqual(tale(chat.conversation.children), complete);
    assert.deepEqual([chat.status, chat.lastError, halves], ['idle', undefined, 0]);
    assert.equal(joins.length, 1);
  });

  it('is stopped by the user while the history cannot be read', limit, async () => {
    let stop = (): void => undefined;
    const {endpoint} = await cutting(
      0.6,
      response => json(response, {}),
      response => {
        json(response, {}, 503);
        stop();
      },
    );
    const chat = talk(endpoint);
    stop = () => void chat.stop();
    const {status} = await chat.send(question);
    assert.deepEqual([status, chat.status, chat.lastError], ['stopped', 'idle', undefined]);
    assert.equal(messagesOf(chat.conversation).at(-1)?.status, 'stopped');
  });

  it('is an error that can be retried if the history cannot be read either', limit, async () => {
    const {endpoint} = await cutting(
      0.6,
      response => json(response, {}),
      response => json(response, {}, 500),
    );
    const {chat, halves} = await ask(endpoint);
    assert.deepEqual([chat.status, chat.lastError?.code, halves], ['lost', 'lost', 0]);
    assert.equal(chat.lastError?.retryable, true);
    assert.equal(said(chat).length, 2);
  });
});
