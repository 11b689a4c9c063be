import assert from 'node:assert/strict';
import type {ServerResponse} from 'node:http';
import {describe, it} from 'node:test';
import type {ChatController, ChatOptions, Environment} from '../../src/controller/index.js';
import {messagesOf} from '../../src/core/model/messages.js';
import {fails, openChat, said} from './support/chat.js';
import {FastEnvironment} from './support/fast-environment.js';
import {json, serve, stream, type WebServer} from './support/web-server.js';

type HostileResponse = (response: ServerResponse) => void;
type RequestKind = 'create' | 'send' | 'history' | 'attach' | 'sessions';

const page = '<!doctype html><title>Sign in</title><p>secret_of_the_proxy';
const html =
  (status: number): HostileResponse =>
  response =>
    response.writeHead(status, {'content-type': 'text/html'}).end(page);
const raw =
  (body: string): HostileResponse =>
  response =>
    response.writeHead(200, {'content-type': 'application/json'}).end(body);

const frame = (event: object, n: number): string =>
  `data: ${JSON.stringify({...event, timestamp: `2026-01-01T00:00:0${n}Z`})}\n\n`;
const run = [
  {type: 'agent_processing_started', task_id: 't1'},
  {type: 'response_chunk', content: 'Good '},
  {type: 'response_chunk', content: 'day.'},
  {type: 'agent_processing_complete', content: 'Good day.', message_id: 'm2'},
]
  .map(frame)
  .join('');

const stored = [
  {id: 'm1', role: 'user', content: 'Hello', created_at: '2026-01-01T00:00:00Z'},
  {id: 'm2', role: 'assistant', content: 'Good day.', created_at: '2026-01-01T00:00:04Z'},
];

function placeOf(method: string, path: string): RequestKind {
  if (path.includes('/stream')) return 'attach';
  if (path.includes('/messages')) return method === 'POST' ? 'send' : 'history';
  return method === 'POST' ? 'create' : 'sessions';
}

const usual: Record<RequestKind, HostileResponse> = {
  create: response => json(response, {id: 's1', status: 'active'}),
  send: response => stream(response).end(run),
  history: response => json(response, {items: stored, active_head_id: 'm2'}),
  attach: response => stream(response).end(run),
  sessions: response => json(response, {items: [], has_more: false}),
};

interface Siege {
  readonly chat: ChatController;
  readonly server: WebServer;
  /** How often something was asked for. */
  readonly asked: (place: RequestKind) => number;
}

/** A chat with a server that answers as usual, but for this. */
async function besieged(
  odd: Partial<Record<RequestKind, HostileResponse>>,
  options: ChatOptions = {},
  environment: Environment = new FastEnvironment(),
): Promise<Siege> {
  const answers = {...usual, ...odd};
  const server = await serve(({method, path}, response) =>
    answers[placeOf(method, path)](response),
  );
  const chat = openChat({endpoint: server.origin, storage: null, ...options}, environment);
  const asked = (place: RequestKind): number =>
    server.asked.filter(({method, path}) => placeOf(method, path) === place).length;
  return {chat, server, asked};
}

const whole = ['user: Hello', 'assistant: Good day.'];

describe('a hostile server', () => {
  for (const [what, answer] of [
    ['a page', html(200)],
    ['a page with 500', html(500)],
    ['JSON that breaks off', raw('{"items": [')],
    ['JSON of another shape', raw('{"detail": "Sign in first"}')],
    ['null', raw('null')],
    ['nothing', raw('')],
  ] as const) {
    it(`that answers the history with ${what} removes nothing from the display`, async () => {
      let turns = 0;
      const {chat} = await besieged({
        history: response => (turns++ === 0 ? usual.history : answer)(response),
      });
      await chat.send('Hello');
      assert.deepEqual(messagesOf(chat.conversation)[1]?.messageId, 'm2');
      await chat.send('Hello');
      assert.deepEqual(said(chat), [...whole, ...whole]);
      chat.dispose();
    });
  }

  for (const [what, answer] of [
    ['a page', html(200)],
    ['JSON that breaks off', raw('{"id": "s')],
    ['an object without an id', raw('{}')],
    ['a list', raw('[]')],
  ] as const) {
    it(`that answers the creation of a session with ${what} is not the expected server`, async () => {
      const {chat, asked} = await besieged({create: answer});
      await chat.send('Hello');
      assert.equal(chat.lastError?.code, 'invalid_response');
      assert.deepEqual([chat.session, asked('send')], [undefined, 0]);
      assert.equal(said(chat)[0], 'user: Hello');
      chat.dispose();
    });
  }

  it('that lists sessions as a page is reported as an error, not as an empty list', async () => {
    for (const sessions of [html(200), raw('{"items"')]) {
      const {chat} = await besieged({sessions});
      await assert.rejects(chat.sessions(), fails('invalid_response'));
      chat.dispose();
    }
  });

  for (const [status, code] of [
    [401, 'unauthorized'],
    [403, 'forbidden'],
    [429, 'rate_limited'],
    [500, 'server_error'],
    [503, 'server_error'],
  ] as const) {
    it(`that rejects with ${status} and a page is ${code}, with our own message`, async () => {
      const {chat, asked} = await besieged({send: html(status)});
      await chat.send('Hello');
      const {lastError} = chat;
      assert.deepEqual([lastError?.code, lastError?.detail], [code, undefined]);
      assert.doesNotMatch(JSON.stringify(chat.conversation), /secret_of_the_proxy/);
      assert.deepEqual([said(chat)[0], asked('send')], ['user: Hello', 1]);
      chat.dispose();
    });
  }

  it('that sends a message twice is displayed once', async () => {
    const {chat} = await besieged({
      history: response => json(response, {items: [...stored, ...stored, stored[1]]}),
    });
    await chat.send('Hello');
    await chat.loadSession('s2');
    assert.deepEqual(said(chat), whole);
    const ids = chat.conversation.children.map(({id}) => id);
    assert.equal(new Set(ids).size, ids.length);
    chat.dispose();
  });

  it('that closes right after its last event is handled', async () => {
    const {chat, asked} = await besieged({send: response => stream(response).end(run.trimEnd())});
    await chat.send('Hello');
    assert.deepEqual(said(chat), whole);
    assert.equal(asked('attach'), 0);
    chat.dispose();
  });

  it('whose stream is cut at any byte, ordered or not, is joined again without a loss', async () => {
    const bytes = Buffer.from(run);
    const last = bytes.length - '\n\n'.length;
    for (let at = 1; at < last; at += 7) {
      const {chat, asked} = await besieged({
        send(response) {
          stream(response).write(bytes.subarray(0, at), () => {
            if (at % 2) response.end();
            else response.destroy();
          });
        },
      });
      await chat.send('Hello');
      assert.deepEqual(said(chat), whole, `cut at ${at}`);
      assert.equal(asked('send'), 1);
      chat.dispose();
    }
  });

  it('that sends garbage between its frames loses nothing', async () => {
    const rubbish = [
      Buffer.from([0xff, 0xfe, 0xc0, 0x80, 0x0a, 0x0a]),
      'data: {"type":"response_chunk","content":\n\n',
      'data: null\n\ndata: []\n\ndata: 7\n\ndata: "words"\n\n',
      'event: \u0000\ndata: {}\n\n',
      `data: ${'['.repeat(20_000)}\n\n`,
      `: ${'x'.repeat(1_000_000)}\n\n`,
      'data: {"type":"__proto__","constructor":{"prototype":1}}\n\n',
    ];
    const frames = run.split(/(?<=\n\n)/);
    const {chat} = await besieged({
      send(response) {
        const body = stream(response);
        frames.forEach((words, n) => {
          for (const piece of rubbish.slice(n * 2, n * 2 + 2)) body.write(piece);
          body.write(words);
        });
        body.end();
      },
    });
    await chat.send('Hello');
    assert.deepEqual(said(chat), whole);
    chat.dispose();
  });

  it('that redirects to another origin causes no request to it', async () => {
    const elsewhere = await serve((_, response) => void stream(response).end(run));
    const {chat} = await besieged(
      {send: response => void response.writeHead(307, {location: elsewhere.origin}).end()},
      {getToken: () => 'secret'},
    );
    await chat.send('Hello');
    assert.equal(elsewhere.asked.length, 0);
    assert.equal(chat.lastError?.code, 'redirected');
    assert.ok(chat.lastError.detail?.includes(elsewhere.origin));
    chat.dispose();
  });
});

describe('a token', () => {
  it('that never loads does not prevent a stop', async () => {
    const {chat, server} = await besieged({}, {getToken: () => new Promise(() => undefined)});
    const sent = chat.send('Hello');
    await chat.stop();
    await sent;
    assert.equal(chat.status, 'idle');
    assert.deepEqual([said(chat)[0], server.asked.length], ['user: Hello', 0]);
    chat.dispose();
  });

  it('whose server sends nothing times out, and the message was not sent', async () => {
    const silent = await serve(() => undefined);
    const {chat, server} = await besieged(
      {},
      {tokenEndpoint: silent.origin},
      new FastEnvironment(1000),
    );
    await chat.send('Hello');
    assert.deepEqual([chat.lastError?.code, server.asked.length], ['token_unavailable', 0]);
    chat.dispose();
  });

  it('that no header can contain is rejected and never reported', async () => {
    for (const token of ['se\ncret', 'secret\u0000', 'sécret’']) {
      const {chat} = await besieged({}, {getToken: () => token});
      await chat.send('Hello');
      assert.equal(chat.lastError?.code, 'token_unavailable');
      assert.doesNotMatch(JSON.stringify([chat.lastError, chat.conversation]), /cret/);
      chat.dispose();
    }
  });
});
