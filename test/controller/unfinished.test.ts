import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {
  createAiSdk,
  createOpenaiChat,
  openRequests,
  plainText,
  walk,
  type AiSdkOptions,
  type ErrorItem,
  type Item,
  type MessageItem,
  type ToolItem,
} from '../../src/core/index.js';
import type {ChatController, ChatEvent, PageTool} from '../../src/controller/index.js';
import {messagesOf} from '../../src/core/model/messages.js';
import {until} from '../support/until.js';
import {fails, memory, openChat, pageTools} from './support/chat.js';
import {FastEnvironment} from './support/fast-environment.js';
import {json, serve, sse, stream, type Asked, type WebServer} from './support/web-server.js';

type Part = Readonly<Record<string, unknown>>;

const step = {type: 'step-start'};
const user = {id: 'm1', role: 'user', parts: [{type: 'text', text: 'Hi'}]};
const answer = (...parts: readonly Part[]): Part => ({id: 'm2', role: 'assistant', parts});
const text = (words: string, state = 'done'): Part => ({type: 'text', text: words, state});
const pageCall = (name: string, state = 'input-available'): Part => ({
  type: `tool-${name}`,
  toolCallId: `call-${name}`,
  state,
  input: {},
});
const asks = (id: string): Part[] => [
  {type: 'tool-input-available', toolCallId: id, toolName: 'del', input: {id}},
  {type: 'tool-approval-request', approvalId: `approval-${id}`, toolCallId: id},
];
const calls = (name: string): Part[] => [
  {type: 'tool-input-available', toolCallId: `call-${name}`, toolName: name, input: {}},
];
const begin: Part[] = [{type: 'start', messageId: 'm2'}, {type: 'start-step'}];
const finish: Part[] = [{type: 'finish-step'}, {type: 'finish'}];

interface Situation {
  /** The messages that the server has stored, or a refusal, at each time that they are requested; the last ones stay. */
  readonly histories?: readonly (readonly Part[] | 503)[];
  /** What the server answers each POST with; `undefined` stops responding after the last one. */
  readonly streams?: readonly (readonly Part[])[];
  readonly options?: AiSdkOptions;
  readonly tools?: Readonly<Record<string, PageTool>>;
}

interface Opened {
  readonly chat: ChatController;
  readonly server: WebServer;
  readonly events: ChatEvent[];
  readonly posts: () => Asked[];
}

/** A chat with a server of the AI SDK on which no run is in progress (204). */
async function open({histories = [], streams = [], options, tools}: Situation): Promise<Opened> {
  const left = [...histories];
  const answers = [...streams];
  const server = await serve(({method, path}, response) => {
    if (method === 'POST') {
      const chunks = answers.shift() ?? [...begin, ...finish];
      stream(response).end(sse(...chunks));
    } else if (path.endsWith('/stream')) response.writeHead(204).end();
    else {
      const stored = (left.length > 1 ? left.shift() : left[0]) ?? [];
      if (stored === 503) json(response, {}, 503);
      else json(response, stored);
    }
  });
  const events: ChatEvent[] = [];
  const chat = openChat(
    {
      endpoint: `${server.origin}/chat`,
      protocol: createAiSdk({resume: 'replay', history: true, ...options}),
      storage: memory(),
      tools: pageTools(tools),
      onEvent: event => events.push(event),
      ...(histories.length > 0 && {sessionId: 's1'}),
    },
    new FastEnvironment(),
  );
  await chat.ready;
  return {chat, server, events, posts: () => server.asked.filter(({method}) => method === 'POST')};
}

const last = (chat: ChatController): MessageItem => {
  const message = messagesOf(chat.conversation).at(-1);
  assert.ok(message);
  return message;
};
const itemsOf = (chat: ChatController): Item[] => [...walk(last(chat))];
const errorsOf = (chat: ChatController): ErrorItem[] =>
  itemsOf(chat).filter(item => item.kind === 'error');
const toolsOf = (chat: ChatController): ToolItem[] =>
  itemsOf(chat).filter(item => item.kind === 'tool');
const isOpen = ({status}: Item): boolean => status === 'streaming' || status === 'waiting';

describe('a loaded conversation without a complete answer, while nothing is running', () => {
  const whole = answer(step, text('Hello world.'));

  it('gets the answer that was stored meanwhile', async () => {
    const {chat, posts} = await open({histories: [[user], [user, whole]]});
    await until(() => plainText(last(chat)) === 'Hello world.');
    assert.equal(last(chat).status, 'done');
    assert.deepEqual(posts(), []);
  });

  it('gets the answer as soon as the history can be read again', async () => {
    const {chat, posts} = await open({histories: [[user], 503, 503, [user, whole]]});
    await until(() => plainText(last(chat)) === 'Hello world.');
    assert.deepEqual([last(chat).status, chat.lastError, posts()], ['done', undefined, []]);
  });

  it('says that the answer was cut off, and can request it again', async () => {
    const said = {type: 'text-delta', id: 't', delta: 'Hello again.'};
    const streams = [[...begin, {type: 'text-start', id: 't'}, said, ...finish]];
    const {chat, posts} = await open({histories: [[user]], streams});
    await until(() => chat.lastError !== undefined);
    const found = errorsOf(chat).map(({code, retryable}) => [code, retryable]);
    assert.deepEqual(found, [['truncated', undefined]]);
    assert.deepEqual(posts(), []);
    await chat.retry();
    assert.equal(posts().length, 1);
    assert.match(posts()[0]?.body ?? '', /regenerate-message/);
  });

  for (const part of [text('Hello ', 'streaming'), pageCall('find', 'input-streaming')]) {
    it(`ends a part that was stored while it was written (${String(part['type'])})`, async () => {
      const {chat, posts} = await open({histories: [[user, answer(step, part)]]});
      await until(() => chat.lastError !== undefined);
      assert.equal(last(chat).status, 'interrupted');
      assert.deepEqual(itemsOf(chat).filter(isOpen), []);
      assert.equal(errorsOf(chat).length, 1);
      assert.deepEqual(posts(), []);
    });
  }

  for (const parts of [[], [step]]) {
    it(`ends an answer that was stored before it was written (${parts.length} parts)`, async () => {
      const {chat, posts} = await open({histories: [[user, answer(...parts)]]});
      await until(() => chat.lastError !== undefined);
      assert.equal(last(chat).status, 'interrupted');
      const codes = errorsOf(chat).map(({code}) => code);
      assert.deepEqual(codes, ['truncated']);
      await chat.retry();
      assert.match(posts()[0]?.body ?? '', /regenerate-message/);
    });
  }

  it('is replaced by the whole answer, if that is stored a moment later', async () => {
    const partly = answer(step, text('Hello ', 'streaming'));
    const {chat} = await open({
      histories: [
        [user, partly],
        [user, whole],
      ],
    });
    await until(() => plainText(last(chat)) === 'Hello world.');
    assert.deepEqual([last(chat).status, errorsOf(chat)], ['done', []]);
  });

  it('is reported after a request without any answer', async () => {
    const {chat} = await open({streams: [[]], options: {history: false}});
    await chat.send('Hi');
    assert.deepEqual([chat.status, errorsOf(chat).map(({code}) => code)], ['lost', ['truncated']]);
    await chat.retry();
    assert.equal(messagesOf(chat.conversation).filter(({role}) => role === 'user').length, 1);
  });
});

describe('what is open when a stream ends without its final event, and nothing is running', () => {
  const cases: Readonly<Record<string, readonly Part[]>> = {
    'a call': [{type: 'tool-input-available', toolCallId: 'c', toolName: 'find', input: {}}],
    'the input of a call': [
      {type: 'tool-input-start', toolCallId: 'c', toolName: 'find'},
      {type: 'tool-input-delta', toolCallId: 'c', inputTextDelta: '{"a'},
    ],
    'a text': [
      {type: 'text-start', id: 't'},
      {type: 'text-delta', id: 't', delta: 'Half'},
      {type: 'finish-step'},
    ],
    reasoning: [
      {type: 'reasoning-start', id: 'r'},
      {type: 'reasoning-delta', id: 'r', delta: 'Hm'},
    ],
  };
  for (const history of [true, false]) {
    for (const [name, chunks] of Object.entries(cases)) {
      it(`is interrupted: ${name}, ${history ? 'with' : 'without'} a history`, async () => {
        const {chat} = await open({streams: [[...begin, ...chunks]], options: {history}});
        await chat.send('Hi');
        assert.equal(last(chat).status, 'interrupted');
        assert.deepEqual(itemsOf(chat).filter(isOpen), []);
        assert.equal(errorsOf(chat).length, 1);
      });
    }
  }
});

describe('a call that nobody will run', () => {
  const run: PageTool = {permission: 'allow', run: () => 'done'};
  const reported = ({events}: Opened): number =>
    events.filter(event => event.type === 'diagnostic' && event.diagnostic.code === 'call-not-run')
      .length;

  it('ends if the page has no tools', async () => {
    const chunks = [{type: 'tool-input-available', toolCallId: 'c', toolName: 'del', input: {}}];
    const opened = await open({streams: [[...begin, ...chunks, ...finish]]});
    await opened.chat.send('Hi');
    const statuses = toolsOf(opened.chat).map(({status}) => status);
    assert.deepEqual(statuses, ['interrupted']);
    assert.deepEqual([opened.chat.status, opened.posts().length, reported(opened)], ['idle', 1, 1]);
  });

  it('is reported if the page has only other tools', async () => {
    const streams = [[...begin, ...calls('pay'), ...finish]];
    const opened = await open({streams, tools: {other: run}});
    await opened.chat.send('Hi');
    const statuses = toolsOf(opened.chat).map(({status}) => status);
    assert.deepEqual([statuses, opened.posts().length, reported(opened)], [['interrupted'], 1, 1]);
  });

  it('is reported over Chat Completions if the page has an empty list of tools', async () => {
    const call = {index: 0, id: 'c', function: {name: 'weather', arguments: '{}'}};
    const choices = [{index: 0, delta: {tool_calls: [call]}, finish_reason: 'tool_calls'}];
    const server = await serve((_, response) => void stream(response).end(sse({choices})));
    const codes: string[] = [];
    const chat = openChat({
      endpoint: server.origin,
      protocol: createOpenaiChat(),
      tools: pageTools({}),
      onEvent: event => {
        if (event.type === 'diagnostic') codes.push(event.diagnostic.code);
      },
    });
    await chat.send('Hi');
    assert.deepEqual(codes, ['call-not-run']);
  });

  it('is reported on the console, once for each tool', async t => {
    const lines: unknown[] = [];
    t.mock.method(console, 'warn', (line: unknown) => lines.push(line));
    const answers = ['ship', 'ship', 'refund'].map(name => [...begin, ...calls(name), ...finish]);
    const {chat} = await open({streams: answers});
    for (const text of ['1', '2', '3']) await chat.send(text);
    const linesOf = (tool: string): number =>
      lines.filter(line => String(line).includes(`The tool ${tool} was called`)).length;
    await until(() => linesOf('refund') > 0);
    assert.deepEqual([linesOf('ship'), linesOf('refund')], [1, 1]);
  });

  it('is not answered with an error if it was loaded', async () => {
    const opened = await open({
      histories: [[user, answer(step, pageCall('del'))]],
      tools: {other: run},
    });
    await until(() => reported(opened) === 1);
    const statuses = toolsOf(opened.chat).map(({status}) => status);
    assert.deepEqual(statuses, ['interrupted']);
    assert.deepEqual(opened.posts(), []);
  });

  it('lets no other loaded call of the same answer run, because the agent could not go on', async () => {
    let runs = 0;
    const counted: PageTool = {permission: 'allow', run: () => (runs += 1)};
    const opened = await open({
      histories: [[user, answer(step, pageCall('del'), pageCall('theme'))]],
      tools: {theme: counted},
    });
    await until(() => reported(opened) === 2);
    assert.deepEqual([runs, opened.posts()], [0, []]);
  });

  it('is run if it was loaded and the page has the tool', async () => {
    const {chat, posts} = await open({
      histories: [[user, answer(step, pageCall('theme'))]],
      tools: {theme: run},
    });
    await until(() => posts().length === 1 && chat.status === 'idle');
    assert.match(posts()[0]?.body ?? '', /"output":"done"/);
  });
});

describe('an answer to a question', () => {
  it('is accepted once, and only while the question is open', async () => {
    const streams = [[...begin, ...asks('a'), ...asks('b'), ...finish]];
    const {chat, posts} = await open({streams});
    const turn = chat.send('Hi');
    await until(() => openRequests(chat.conversation).length === 2 && chat.status === 'waiting');
    const [a = '', b = ''] = openRequests(chat.conversation).map(({id}) => id);
    const yes = {type: 'confirm', input: true} as const;
    const no = {type: 'confirm', input: false} as const;
    const first = chat.reply(a, no);
    await assert.rejects(chat.reply(a, yes), fails('gone'));
    await first;
    const second = chat.reply(b, yes);
    const again = assert.rejects(chat.reply(b, yes), fails('gone'));
    await Promise.all([second, again, turn]);
    await assert.rejects(chat.reply(a, yes), fails('gone'));
    await assert.rejects(chat.reply(b, no), fails('gone'));
    assert.equal(posts().length, 2);
    const body = posts()[1]?.body ?? '';
    assert.match(body, /"id":"approval-a","approved":false/);
    assert.match(body, /"id":"approval-b","approved":true/);
  });

  it('is not expected any more once the user has written something else', async () => {
    let release = (): void => undefined;
    const held = new Promise<void>(resolve => (release = resolve));
    const server = await serve(async ({method}, response) => {
      if (method === 'POST') {
        const isFirst = server.asked.filter(asked => asked.method === 'POST').length === 1;
        const chunks = [...begin, ...(isFirst ? [...asks('a'), ...calls('theme')] : []), ...finish];
        stream(response).end(sse(...chunks));
      } else {
        await held;
        json(response, []);
      }
    });
    let runs = 0;
    const chat = openChat({
      endpoint: server.origin,
      protocol: createAiSdk({history: true}),
      storage: null,
      tools: pageTools({theme: {permission: 'allow', run: () => (runs += 1)}}),
    });
    const turn = chat.send('Hi');
    // The history is requested after the answer.
    await until(() => chat.status === 'idle' && openRequests(chat.conversation).length === 1);
    const [question] = openRequests(chat.conversation);
    const next = chat.send('Something else');
    await until(() => server.asked.filter(({method}) => method === 'POST').length === 2);
    release();
    await Promise.all([turn, next]);
    const items = messagesOf(chat.conversation).flatMap(message => [...walk(message)]);
    assert.deepEqual([items.filter(isOpen), runs], [[], 0]);
    const yes = {type: 'confirm', input: true} as const;
    await assert.rejects(chat.reply(question?.id ?? '', yes), fails('gone'));
  });

  it('is sent by the next chat of a conversation that left the page', async () => {
    const options = {history: false};
    const {chat, posts} = await open({streams: [[...begin, ...asks('a'), ...finish]], options});
    const turn = chat.send('Hi');
    await until(() => chat.status === 'waiting');
    chat.dispose();
    await turn;
    assert.equal(chat.status, 'idle');
    const kinds = itemsOf(chat)
      .filter(isOpen)
      .map(({kind}) => kind);
    assert.deepEqual(kinds, ['tool', 'request']);
    assert.equal(last(chat).status, 'done');
    chat.hostConnected();
    await until(() => chat.status === 'waiting');
    const [question] = openRequests(chat.conversation);
    await chat.reply(question?.id ?? '', {type: 'confirm', input: true});
    await until(() => posts().length === 2 && chat.status === 'idle');
    assert.match(posts()[1]?.body ?? '', /"id":"approval-a","approved":true/);
  });
});
