import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {createAiSdk, plainText, walk} from '../../../src/core/index.js';
import type {AiSdkOptions, MessageItem} from '../../../src/core/index.js';
import {messagesOf} from '../../../src/controller/messages.js';
import type {ChatController} from '../../../src/controller/index.js';
import {until} from '../../support/until.js';
import {memory, openChat} from '../support/chat.js';
import {FastEnvironment} from '../support/fast-environment.js';
import {json, serve, stream, type WebServer} from '../support/web-server.js';

type Part = Readonly<Record<string, unknown>>;

const step = {type: 'step-start'};
const text = (words: string, state = 'done'): Part => ({type: 'text', text: words, state});
const call = (id: string): Part => ({
  type: 'tool-add',
  toolCallId: id,
  state: 'output-available',
  input: {a: 1},
  output: 2,
});
const user = {id: 'm1', role: 'user', parts: [text('Hi')]};

const says = (words: string, id = 't'): Part[] => [
  {type: 'text-start', id},
  ...Array.from(words, delta => ({type: 'text-delta', id, delta})),
  {type: 'text-end', id},
];
const calls = (id: string): Part[] => [
  {type: 'tool-input-available', toolCallId: id, toolName: 'add', input: {a: 1}},
  {type: 'tool-output-available', toolCallId: id, output: 2},
];
const steps = (...contents: readonly Part[][]): Part[] =>
  contents.flatMap(content => [{type: 'start-step'}, ...content, {type: 'finish-step'}]);
const named = (id: string | undefined, ...parts: readonly Part[]): Part[] => [
  {type: 'start', ...(id !== undefined && {messageId: id})},
  ...parts,
  {type: 'finish'},
];

/** A server that has stored an answer, and streams its run. */
async function open(
  stored: readonly Part[],
  replay: readonly Part[],
  options: AiSdkOptions = {},
): Promise<{readonly chat: ChatController; readonly server: WebServer}> {
  const answer = {id: 'm2', role: 'assistant', parts: stored};
  const server = await serve(({method, path}, response) => {
    if (method === 'GET' && path.endsWith('/stream')) {
      stream(response).end(replay.map(chunk => `data: ${JSON.stringify(chunk)}\n\n`).join(''));
    } else if (method === 'GET') json(response, [user, answer]);
    else stream(response).end('data: {"type":"finish"}\n\n');
  });
  const chat = openChat(
    {
      endpoint: `${server.origin}/chat`,
      protocol: createAiSdk({resume: 'replay', history: true, ...options}),
      storage: memory(),
      sessionId: 's1',
    },
    new FastEnvironment(),
  );
  await chat.ready;
  const joined = (): boolean => server.asked.some(({path}) => path.endsWith('/stream'));
  await until(() => joined() && chat.status === 'idle');
  return {chat, server};
}

const callsIn = (chat: ChatController): string[] =>
  messagesOf(chat.conversation).flatMap(message =>
    [...walk(message)].flatMap(item => (item.kind === 'tool' ? [item.executionId ?? ''] : [])),
  );

const cases: readonly {
  readonly name: string;
  readonly stored: readonly Part[];
  readonly replay: readonly Part[];
  readonly said: readonly string[];
  readonly calls?: readonly string[];
  readonly options?: AiSdkOptions;
}[] = [
  {
    name: 'the beginning of the answer',
    stored: [step, text('Hello ', 'streaming')],
    replay: named('m2', ...steps(says('Hello world.'))),
    said: ['Hello world.'],
  },
  {
    name: 'the whole answer',
    stored: [step, text('Hello world.')],
    replay: named('m2', ...steps(says('Hello world.'))),
    said: ['Hello world.'],
  },
  {
    name: 'its first step',
    stored: [step, call('c1')],
    replay: named('m2', ...steps(calls('c1'), says('Hello world.'))),
    said: ['Hello world.'],
    calls: ['c1'],
  },
  {
    name: 'two steps and the beginning of a third one',
    stored: [step, text('First.'), call('c1'), step, call('c2'), step, text('Th', 'streaming')],
    replay: named('m2', ...steps([...says('First.'), ...calls('c1')], calls('c2'), says('Third.'))),
    said: ['First.\n\nThird.'],
    calls: ['c1', 'c2'],
  },
  {
    name: 'nothing',
    stored: [],
    replay: named('m2', ...steps(says('Hello world.'))),
    said: ['Hello world.'],
  },
  {
    name: 'what an earlier run has written, which the stream continues',
    stored: [step, text('Before.'), call('c1')],
    replay: named('m2', ...steps(says('After.'))),
    said: ['Before.\n\nAfter.'],
    calls: ['c1'],
  },
  {
    name: 'what an earlier run has written, and the beginning of this one',
    stored: [step, text('Before.'), call('c1'), step, text('Be', 'streaming')],
    replay: named('m2', ...steps(says('Better now.'))),
    said: ['Before.\n\nBetter now.'],
    calls: ['c1'],
  },
  {
    name: 'the same answer, under another id',
    stored: [step, text('Hello world.')],
    replay: named('zz', ...steps(says('Hello world.'))),
    said: ['Hello world.'],
  },
  {
    name: 'the same answer, without an id',
    stored: [step, text('Hello world.')],
    replay: named(undefined, ...steps(says('Hello world.'))),
    said: ['Hello world.'],
  },
  {
    name: 'an earlier answer that begins like the new one',
    stored: [step, text('Hello world.')],
    replay: named('zz', ...steps(says('Hello world. And more.'))),
    said: ['Hello world.', 'Hello world. And more.'],
  },
  {
    name: 'what comes before the rest that is streamed',
    stored: [step, text('Hello ', 'streaming')],
    replay: [{type: 'text-delta', id: 't', delta: 'world.'}, {type: 'finish'}],
    said: ['Hello world.'],
    options: {resume: 'suffix'},
  },
];

describe('a stored message and the stream of its run', () => {
  for (const {name, stored, replay, said, calls: expected = [], options} of cases) {
    it(`become one: the server has stored ${name}`, async () => {
      const {chat, server} = await open(stored, replay, options);
      const answersOf = (): MessageItem[] =>
        messagesOf(chat.conversation).filter(({role}) => role === 'assistant');
      const texts = (): string[] => answersOf().map(answer => plainText(answer));
      // The chat is idle while the stream is compared with what the server has stored.
      await until(() => texts().join() === said.join(), texts);
      const answers = answersOf();
      assert.deepEqual(texts(), said);
      assert.deepEqual(callsIn(chat), expected);
      assert.deepEqual(
        answers.map(({status}) => status),
        answers.map(() => 'done'),
      );
      await chat.send('Next');
      const {body = ''} = server.asked.find(({method}) => method === 'POST') ?? {};
      const {messages} = JSON.parse(body) as {messages: {role: string; parts: Part[]}[]};
      const sent = messages.flatMap(({role, parts}) => (role === 'assistant' ? parts : []));
      const words = sent.filter(({type}) => type === 'text').map(({text: said}) => said);
      assert.equal(words.join('\n\n'), said.join('\n\n'));
      const ids = sent.flatMap(({toolCallId}) => (toolCallId === undefined ? [] : [toolCallId]));
      assert.deepEqual(ids, expected);
    });
  }
});
