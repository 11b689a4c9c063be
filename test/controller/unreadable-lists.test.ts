import assert from 'node:assert/strict';
import {afterEach, beforeEach, describe, it, mock} from 'node:test';
import {
  withLocalSessions,
  type ChatController,
  type ChatOptions,
  type LocalSessionOptions,
} from '../../src/controller/index.js';
import {
  aishu,
  anthropic,
  copilotKit,
  createAiSdk,
  createOpenai,
  createProtocol,
  agUi,
  openaiChat,
  ubik,
  type MessageItem,
  type Protocol,
} from '../../src/core/index.js';
import {until} from '../support/until.js';
import {FastEnvironment} from './support/fast-environment.js';
import {openChat, said} from './support/chat.js';
import {json, serve} from './support/web-server.js';

interface StoredList {
  readonly name: string;
  readonly protocol: Protocol;
  /** The response with a list. */
  readonly whole: (list: readonly unknown[]) => unknown;
  /** A readable entry, and others that are not. */
  readonly entry: object;
  readonly broken: readonly unknown[];
  /** What the line on the console names of the list. */
  readonly expected: RegExp;
}

const histories: readonly StoredList[] = [
  {
    name: 'ubik',
    protocol: ubik,
    whole: items => ({items}),
    entry: {id: 'u', role: 'user', content: 'Hi'},
    broken: [null, 'Hi', {role: 'user', content: 'Hi'}, {id: 'x', role: 'human', content: 'Hi'}],
    expected: /`items`, a list of messages/,
  },
  {
    name: 'aishu',
    protocol: aishu,
    whole: Messages => ({id: 's', Messages}),
    entry: {id: 'u', index: 1, origin: 'user', content: '{"text":"Hi"}'},
    broken: [null, 'Hi', {id: 'x', content: '{"text":"Hi"}'}],
    expected: /a conversation with `Messages`, a list/,
  },
  {
    name: 'ai-sdk',
    protocol: createAiSdk({history: true}),
    whole: messages => messages,
    entry: {id: 'u', role: 'user', parts: [{type: 'text', text: 'Hi'}]},
    broken: [null, 'Hi', {id: 'x', role: 'human', parts: []}, {id: 'x', role: 'user', text: 'Hi'}],
    expected: /a list of messages, or `messages`/,
  },
  {
    name: 'openai',
    protocol: createOpenai({state: 'conversation'}),
    whole: data => ({data}),
    entry: {id: 'u', type: 'message', role: 'user', content: [{type: 'input_text', text: 'Hi'}]},
    broken: [null, 'Hi', {text: 'Hi'}],
    expected: /`data`, a list of items/,
  },
  {
    name: 'copilotkit',
    protocol: copilotKit,
    whole: messages => ({messages}),
    entry: {id: 'u', role: 'user', content: 'Hi'},
    broken: [null, 'Hi', {id: 'x', content: 'Hi'}],
    expected: /`messages`, a list of messages/,
  },
];

const sessions: readonly Omit<StoredList, 'protocol'>[] = [
  {
    name: 'ubik',
    whole: items => ({items}),
    entry: {id: 'a', title: 'A'},
    broken: [null, 'A', {title: 'A'}],
    expected: /`items`, a list of sessions/,
  },
  {
    name: 'aishu',
    whole: entries => ({entries, total: 9}),
    entry: {id: 'a', title: 'A'},
    broken: [null, 'A', {title: 'A'}],
    expected: /`entries`, a list of conversations/,
  },
  {
    name: 'copilotkit',
    whole: threads => ({threads}),
    entry: {id: 'a', name: 'A'},
    broken: [null, 'A', {name: 'A'}],
    expected: /`threads`, a list of threads/,
  },
];

/** What a server might return instead of a list. */
const otherBodies: readonly unknown[] = [{}, {list: []}, null, 7, 'Not yet', {error: 'No.'}];

const html = '<!doctype html><title>Sign in</title>';

describe('a list in a wrong shape', () => {
  let lines: string[] = [];
  let origin = 'no server yet';

  beforeEach(() => {
    lines = [];
    mock.method(console, 'warn', (...parts: unknown[]) => {
      const line = parts.join(' ');
      // The chat of another file in this process may report a request to its server now.
      if (!line.includes('http://127.0.0.1') || line.includes(origin)) lines.push(line);
    });
  });
  afterEach(() => mock.restoreAll());

  /** A server that answers each GET with this body. Its address is new, so that each mistake is reported again. */
  async function chatWith(
    protocol: Protocol,
    body: unknown,
    options: ChatOptions = {},
  ): Promise<ChatController> {
    ({origin} = await serve(({method, path}, response) => {
      if (method !== 'GET' || path.includes('/stream')) response.writeHead(204).end();
      else if (path.includes('agent-market')) json(response, {config: {}});
      else if (body === html) response.writeHead(200, {'content-type': 'text/html'}).end(html);
      else json(response, body);
    }));
    const all = {endpoint: `${origin}/api`, agentId: 'a', storage: null, protocol};
    return openChat({...all, ...options}, new FastEnvironment());
  }

  async function assertLine(...words: readonly RegExp[]): Promise<void> {
    await until(() => lines.length > 0);
    assert.equal(lines.length, 1, lines.join('\n'));
    for (const word of [/^Ubik Chat: invalid_response\. GET http/, ...words])
      assert.match(lines[0] ?? '', word);
  }

  for (const {name, protocol, whole, entry, broken, expected} of histories) {
    it(`of messages of ${name} is an error with what was expected and what came`, async () => {
      for (const body of otherBodies) {
        const chat = await chatWith(protocol, body, {sessionId: 's'});
        await chat.ready;
        assert.equal(chat.lastError?.code, 'invalid_response', JSON.stringify(body));
        await assertLine(/status 200/, expected, /`history` of the protocol/, /Received: \S/);
        lines = [];
      }
    });

    it(`of messages of ${name} is named as a page`, async () => {
      const chat = await chatWith(protocol, html, {sessionId: 's'});
      await chat.ready;
      assert.equal(chat.lastError?.code, 'invalid_response');
      await assertLine(/text\/html/, /An HTML page came instead/);
    });

    it(`of ${name} with entries that cannot be read has the others, and is reported once`, async () => {
      for (const one of broken) {
        const chat = await chatWith(protocol, whole([one, entry, one]), {sessionId: 's'});
        await chat.ready;
        assert.deepEqual(said(chat), ['user: Hi']);
        assert.equal(chat.lastError, undefined);
        await assertLine(/Expected: in each \w+ /, /`history` of the protocol/, /Received: \S/);
        lines = [];
      }
    });

    it(`is not reported for ${name} where the list is right or empty`, async () => {
      for (const [list, shown] of [
        [[entry], ['user: Hi']],
        [[], []],
      ] as const) {
        const chat = await chatWith(protocol, whole(list), {sessionId: 's'});
        await chat.ready;
        assert.deepEqual(said(chat), shown);
        assert.deepEqual(lines, []);
      }
    });
  }

  for (const {name, whole, entry, broken, expected} of sessions) {
    const {protocol} = histories.find(history => history.name === name) ?? {};
    assert.ok(protocol);

    it(`of sessions of ${name} is an error with what was expected and what came`, async () => {
      for (const body of [...otherBodies, html]) {
        const chat = await chatWith(protocol, body);
        await assert.rejects(chat.sessions());
        await assertLine(/status 200/, expected, /`sessions` of the protocol/, /Received: \S/);
        lines = [];
      }
    });

    it(`of sessions of ${name} has the readable ones`, async () => {
      for (const one of broken) {
        const chat = await chatWith(protocol, whole([one, entry, one]));
        const page = await chat.sessions();
        assert.deepEqual(page.sessions, [{id: 'a', title: 'A'}]);
        await assertLine(/Expected: in each session the text `id`/, /Received: \S/);
        lines = [];
      }
    });
  }

  it('of a server whose history is read only after a turn is reported, and the answer stays', async () => {
    ({origin} = await serve(({method, path}, response) => {
      if (method === 'GET') json(response, {messages: []});
      else if (path.endsWith('/agent-sessions')) json(response, {id: 's'});
      else {
        response.writeHead(200, {'content-type': 'text/event-stream'});
        response.end(
          'data: {"type": "response_chunk", "content": "Hello."}\n\ndata: {"type": "agent_processing_complete"}\n\n',
        );
      }
    }));
    const chat = openChat({endpoint: origin, storage: null, protocol: ubik});
    await chat.send('Hi');
    assert.deepEqual(said(chat), ['user: Hi', 'assistant: Hello.']);
    assert.equal(chat.lastError, undefined);
    await assertLine(/`items`, a list of messages/, /Received: \{messages\}/);
  });

  describe('of a protocol of the page', () => {
    const message: MessageItem = {
      id: 'u',
      kind: 'message',
      role: 'user',
      status: 'done',
      children: [{id: 'u.text', kind: 'text', status: 'done', children: [], text: 'Hi'}],
    };
    const returning = (value: unknown): Protocol =>
      createProtocol({
        name: 'notes',
        read: () => undefined,
        send: () => ({method: 'POST', path: ''}),
        operations: {
          history: {request: () => ({method: 'GET', path: ''}), read: () => value as never},
          sessions: {request: () => ({method: 'GET', path: ''}), read: () => value as never},
          create: {request: () => ({method: 'GET', path: 'new'}), read: () => value as never},
        },
      });

    it('is an error', async () => {
      for (const value of [undefined, null, [message], {items: [message]}, {messages: 'none'}]) {
        const chat = await chatWith(returning(value), {}, {sessionId: 's'});
        await chat.ready;
        assert.equal(chat.lastError?.code, 'invalid_response', JSON.stringify(value));
        await assertLine(/a result with `messages`, a list of items/, /of the protocol notes/);
        lines = [];
        await assert.rejects(chat.sessions());
        await assertLine(/a result with `sessions`, a list of sessions/);
        lines = [];
      }
    });

    it('is an error, too, if a new session has no id, and the message is not sent', async () => {
      for (const value of [undefined, {}, {session: 's'}, {id: ''}]) {
        const chat = await chatWith(returning(value), {session: 's'});
        const {status, error} = await chat.send('Hi');
        assert.deepEqual([status, error?.code], ['not-sent', 'invalid_response']);
        await assertLine(/a session with the text `id`/, /`create` of the protocol notes/);
        lines = [];
      }
    });

    it('has the readable entries', async () => {
      const mixed = {messages: [{role: 'user', content: 'Hi'}, message, null]};
      const chat = await chatWith(returning(mixed), {}, {sessionId: 's'});
      await chat.ready;
      assert.deepEqual(said(chat), ['user: Hi']);
      await assertLine(/items of the kind `message`/, /Received: \{role, content\}/);
      lines = [];
      const listed = {sessions: [{title: 'A'}, {id: 'b'}], more: false};
      const other = await chatWith(returning(listed), {});
      assert.deepEqual((await other.sessions()).sessions, [{id: 'b'}]);
      await assertLine(/sessions with the text `id`/, /Received: \{title\}/);
    });
  });

  describe('of a store of the page', () => {
    const storing = (value: unknown): LocalSessionOptions => ({
      store: {
        list: () => Promise.resolve(value as never),
        load: () => Promise.resolve(value as never),
        save: () => Promise.resolve(),
        rename: () => Promise.resolve(),
        remove: () => Promise.resolve(),
        clear: () => Promise.resolve(),
      },
    });

    it('is an error with each protocol, for messages and for sessions, and reported once', async () => {
      for (const protocol of [anthropic, openaiChat, agUi]) {
        const local = withLocalSessions(protocol, storing({items: []}));
        const chat = await chatWith(local, {}, {sessionId: 's'});
        await chat.ready;
        assert.equal(chat.lastError?.code, 'invalid_response', protocol.name);
        await assert.rejects(chat.sessions());
      }
      await until(() => lines.length > 1);
      const of = (method: string): string => `(\`${method}\` of the store of local sessions)`;
      assert.deepEqual(
        // Each line is written when the module with its words has loaded, so their order is not known.
        lines.map(line => line.replace(/ Received: .*/, '')).sort(),
        [
          `Ubik Chat: invalid_response. Expected: a result with \`messages\`, a list of items of the kind \`message\` ${of('load')}.`,
          `Ubik Chat: invalid_response. Expected: a result with \`sessions\`, a list of sessions with the text \`id\` ${of('list')}.`,
        ],
      );
    });
  });
});
