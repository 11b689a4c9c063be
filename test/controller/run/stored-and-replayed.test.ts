import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {
  createAiSdk,
  openRequests,
  plainText,
  walk,
  type AiSdkOptions,
  type MessageItem,
} from '../../../src/core/index.js';
import {messagesOf} from '../../../src/core/model/messages.js';
import type {ChatController, PageTool} from '../../../src/controller/index.js';
import {until} from '../../support/until.js';
import {memory, openChat, pageTools} from '../support/chat.js';
import {FastEnvironment} from '../support/fast-environment.js';
import {json, serve, sse, stream, type WebServer} from '../support/web-server.js';

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
const reasons = (words: string): Part[] => [
  {type: 'reasoning-start', id: 'r'},
  {type: 'reasoning-delta', id: 'r', delta: words},
  {type: 'reasoning-end', id: 'r'},
];
const data = (value: unknown): Part => ({type: 'data-weather', data: value});
const source = (id: string): Part => ({
  type: 'source-url',
  sourceId: id,
  url: `https://example.com/${id}`,
});
const picture = {type: 'file', mediaType: 'image/png', url: 'data:image/png;base64,AAAA'};
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

/** A server that has stored an answer, and streams its run. The first stream is cut before the chunk `cutAt`. */
async function open(
  stored: readonly Part[],
  replay: readonly Part[],
  options: AiSdkOptions = {},
  cutAt = replay.length,
): Promise<{readonly chat: ChatController; readonly server: WebServer}> {
  const answer = {id: 'm2', role: 'assistant', parts: stored};
  const server = await serve(({method, path}, response) => {
    if (method === 'GET' && path.endsWith('/stream')) {
      const isFirst = server.asked.filter(asked => asked.path === path).length === 1;
      const chunks = isFirst ? replay.slice(0, cutAt) : replay;
      stream(response).end(sse(...chunks));
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

const dataIn = (answers: readonly MessageItem[]): unknown[] =>
  answers.flatMap(({children}) =>
    children.flatMap(item => (item.kind === 'data' ? item.data : [])),
  );

const cases: readonly {
  readonly name: string;
  readonly stored: readonly Part[];
  readonly replay: readonly Part[];
  readonly said: readonly string[];
  readonly calls?: readonly string[];
  readonly data?: readonly unknown[];
  readonly reasoning?: readonly string[];
  readonly sources?: readonly string[];
  readonly options?: AiSdkOptions;
  readonly cutAt?: number;
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
    name: 'the beginning of the answer, under another id',
    stored: [step, text('Hello ', 'streaming')],
    replay: named('zz', ...steps(says('Hello world.'))),
    said: ['Hello world.'],
  },
  {
    name: 'the answer without the white space around it',
    stored: [step, text('Hello world.')],
    replay: named('m2', ...steps(says('\nHello world. '))),
    said: ['\nHello world. '],
  },
  {
    name: 'the answer with other white space in it',
    stored: [step, text('Hello\r\nbig  world', 'streaming')],
    replay: named('m2', ...steps(says('Hello\nbig world.'))),
    said: ['Hello\nbig world.'],
  },
  {
    name: 'the answer without its reasoning',
    stored: [step, text('Hello ', 'streaming')],
    replay: named('m2', ...steps([...reasons('Hm.'), ...says('Hello world.')])),
    said: ['Hello world.'],
  },
  {
    name: 'the whole answer without its reasoning, under another id',
    stored: [step, text('Hello world.')],
    replay: named('zz', ...steps([...reasons('Hm.'), ...says('Hello world.')])),
    said: ['Hello world.'],
  },
  {
    name: 'reasoning that the stream leaves out',
    stored: [
      step,
      {type: 'reasoning', text: 'Hm.', state: 'done'},
      call('c1'),
      step,
      text('He', 'streaming'),
    ],
    replay: named('m2', ...steps(calls('c1'), says('Hello world.'))),
    said: ['Hello world.'],
    calls: ['c1'],
  },
  {
    name: 'the text alone of an answer with a call',
    stored: [text('Hello ', 'streaming')],
    replay: named('m2', ...steps(calls('c1'), says('Hello world.'))),
    said: ['Hello world.'],
    calls: ['c1'],
  },
  {
    name: 'two texts as one',
    stored: [text('First. Second.')],
    replay: named('m2', ...steps([...says('First.'), ...calls('c1')], says('Second.'))),
    said: ['First.\n\nSecond.'],
    calls: ['c1'],
  },
  {
    name: 'two texts as one, under another id',
    stored: [text('First.\n\nSecond.')],
    replay: named('zz', ...steps(says('First.'), says('Second.'))),
    said: ['First.\n\nSecond.'],
  },
  {
    name: 'two calls in another order',
    stored: [step, call('c2'), call('c1'), step, text('He', 'streaming')],
    replay: named('m2', ...steps([...calls('c1'), ...calls('c2')], says('Hello world.'))),
    said: ['Hello world.'],
    calls: ['c1', 'c2'],
  },
  {
    name: 'a call and an answer, of which an earlier run has an answer with the same beginning',
    stored: [step, call('c1'), step, text('Done.')],
    replay: named('m2', ...steps(calls('c2'), says('Done. All of it.'))),
    said: ['Done.\n\nDone. All of it.'],
    calls: ['c1', 'c2'],
  },
  {
    name: 'the whole answer without the white space at its end, under another id',
    stored: [step, text('Hello world.')],
    replay: named('zz', ...steps(says('Hello world.\n'))),
    said: ['Hello world.'],
  },
  {
    name: 'an earlier answer with one picture, and the new one has two',
    stored: [step, picture, text('Here.')],
    replay: named('zz', ...steps([picture, picture, ...says('Here.')])),
    said: ['Here.', 'Here.'],
  },
  {
    name: 'its source',
    stored: [step, source('s1'), text('Hello ', 'streaming')],
    replay: named('m2', ...steps([source('s1'), ...says('Hello world.')])),
    said: ['Hello world.'],
    sources: ['s1'],
  },
  {
    name: 'data alone, before the first text',
    stored: [step, data(1)],
    replay: named('m2', ...steps([data(1), ...says('Hello.')])),
    said: ['Hello.'],
    data: [1],
  },
  {
    name: 'data alone, some of which were written later',
    stored: [data(1), data(2), source('a')],
    replay: named('m2', data(1), data(2), source('a'), data(3), ...steps(says('Hello.'))),
    said: ['Hello.'],
    data: [1, 2, 3],
    sources: ['a'],
  },
  {
    name: 'the same data several times',
    stored: [data(1), data(1)],
    replay: named('m2', data(1), data(1), data(1), ...steps(says('Hello.'))),
    said: ['Hello.'],
    data: [1, 1, 1],
  },
  {
    name: 'data behind an earlier run',
    stored: [step, call('c1'), step, data(1)],
    replay: named('m2', ...steps([data(1), ...says('Hello.')])),
    said: ['Hello.'],
    calls: ['c1'],
    data: [1],
  },
  {
    name: 'data before reasoning that is not streamed',
    stored: [
      step,
      data(1),
      {type: 'reasoning', text: 'Hm.', state: 'done'},
      text('Hello ', 'streaming'),
    ],
    replay: named('m2', ...steps([data(1), ...says('Hello world.')])),
    said: ['Hello world.'],
    // Twice, so that the reasoning, which the model may need, stays.
    data: [1, 1],
    reasoning: ['Hm.'],
  },
  {
    name: 'data that the stream does not repeat',
    stored: [step, call('c1'), data(1)],
    replay: named('m2', ...steps([data(2), ...says('Hello.')])),
    said: ['Hello.'],
    calls: ['c1'],
    data: [1, 2],
  },
  {
    name: 'data of an earlier run and of this one',
    stored: [step, call('c1'), data(1), data(2), step, text('Hello ', 'streaming')],
    replay: [data(2), ...named('m2', ...steps(says('Hello world.')))],
    said: ['Hello world.'],
    calls: ['c1'],
    data: [1, 2],
  },
  {
    name: 'a call with its result, which an empty stream does not repeat',
    stored: [step, call('c1'), step, text('Hello world.')],
    replay: named('m2'),
    said: ['Hello world.'],
    calls: ['c1'],
  },
  {
    name: 'a text without words',
    stored: [step, text('', 'streaming')],
    replay: named('m2', ...steps(says('Hello world.'))),
    said: ['Hello world.'],
  },
  {
    name: 'an earlier answer that begins like the new one',
    stored: [step, text('Hello world.')],
    replay: named('zz', ...steps(says('Hello world. And more.'))),
    said: ['Hello world.', 'Hello world. And more.'],
  },
  {
    name: 'its first step, under another id',
    stored: [step, call('c1')],
    replay: named('zz', ...steps(calls('c1'), says('Hello world.'))),
    said: ['Hello world.'],
    calls: ['c1'],
  },
  {
    name: 'an earlier answer with a call, and the new one begins like it',
    stored: [step, text('One moment.'), call('c1'), step, text('Hello.')],
    replay: named('zz', ...steps([...says('One moment.'), ...calls('c2')], says('Hello.'))),
    said: ['One moment.\n\nHello.', 'One moment.\n\nHello.'],
    calls: ['c1', 'c2'],
  },
  {
    name: 'nothing that is displayed, and the answer is a call alone under another id',
    stored: [step],
    replay: named('zz', ...steps(calls('c1'))),
    said: [''],
    calls: ['c1'],
  },
  {
    name: 'its first step, and the stream breaks at its start',
    stored: [step, text('First.'), call('c1')],
    replay: named('m2', ...steps([...says('First.'), ...calls('c1')], says('Second.'))),
    said: ['First.\n\nSecond.'],
    calls: ['c1'],
    cutAt: 2,
  },
  {
    name: 'the whole answer, and a stream without an id breaks in its text',
    stored: [step, text('Hello world.')],
    replay: named(undefined, ...steps(says('Hello world.'))),
    said: ['Hello world.'],
    cutAt: 6,
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
  for (const {
    name,
    stored,
    replay,
    said,
    calls: expected = [],
    data: values = [],
    sources = [],
    reasoning,
    options,
    cutAt,
  } of cases) {
    it(`become one: the server has stored ${name}`, async () => {
      const {chat, server} = await open(stored, replay, options, cutAt);
      const answersOf = (): MessageItem[] =>
        messagesOf(chat.conversation).filter(({role}) => role === 'assistant');
      const texts = (): string[] => answersOf().map(answer => plainText(answer));
      // The chat is idle while the stream is compared with what the server has stored.
      const isDisplayed = (): boolean =>
        texts().join() === said.join() && callsIn(chat).join() === expected.join();
      await until(() => isDisplayed() && chat.status === 'idle', texts);
      const answers = answersOf();
      assert.deepEqual(texts(), said);
      assert.deepEqual(callsIn(chat), expected);
      assert.deepEqual(dataIn(answers), values);
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
      const cited = sent.filter(({type}) => type === 'source-url').map(({sourceId}) => sourceId);
      assert.deepEqual(cited, sources);
      const thoughts = sent.filter(({type}) => type === 'reasoning').map(({text: said}) => said);
      if (reasoning) assert.deepEqual(thoughts, reasoning);
    });
  }
});

interface Joined {
  readonly chat: ChatController;
  readonly bodies: () => string[];
}

/**
 * A chat that joins a run, of which the server has stored what comes before, and later also `whole`. POSTs are answered
 * with a text.
 */
async function join(
  stored: readonly object[],
  replay: readonly Part[],
  tools?: Readonly<Record<string, PageTool>>,
  whole: readonly object[] = stored,
): Promise<Joined> {
  let isOver = false;
  const server = await serve(({method, path}, response) => {
    if (path.endsWith('/stream')) {
      isOver = true;
      stream(response).end(sse(...replay));
    } else if (method === 'GET') json(response, isOver ? whole : stored);
    else stream(response).end(sse(...named('m2', ...steps(says('Done.')))));
  });
  const chat = openChat(
    {
      endpoint: `${server.origin}/chat`,
      protocol: createAiSdk({resume: 'replay', history: true}),
      storage: memory(),
      sessionId: 's1',
      ...(tools && {tools: pageTools(tools)}),
    },
    new FastEnvironment(),
  );
  const bodies = (): string[] =>
    server.asked.filter(({method}) => method === 'POST').map(({body}) => body);
  return {chat, bodies};
}

describe('a run that was joined', () => {
  it('goes on after streams that are cut where the server has stored a part of the answer', async () => {
    const call = {toolCallId: 'c1', toolName: 'add', input: {a: 1}};
    const begun: Part[] = [
      {type: 'start', messageId: 'm2'},
      {type: 'start-step'},
      {type: 'tool-input-available', ...call},
      {type: 'tool-output-available', toolCallId: 'c1', output: 2},
      {type: 'finish-step'},
    ];
    const part = {
      type: 'tool-add',
      toolCallId: 'c1',
      state: 'output-available',
      input: {},
      output: 2,
    };
    let streams = 0;
    const server = await serve(({path}, response) => {
      if (!path.endsWith('/stream')) {
        json(response, [user, {id: 'm2', role: 'assistant', parts: [step, part]}]);
        return;
      }
      streams += 1;
      const events = stream(response);
      if (streams > 2) events.end(sse(...begun, ...steps(says('Hello world.')), {type: 'finish'}));
      else events.write(sse(...begun), () => events.destroy());
    });
    const chat = openChat(
      {
        endpoint: `${server.origin}/chat`,
        protocol: createAiSdk({resume: 'replay', history: true}),
        storage: memory(),
        sessionId: 's1',
      },
      new FastEnvironment(),
    );
    const texts = (): readonly string[] => messagesOf(chat.conversation).map(plainText);
    await until(() => texts().join() === 'Hi,Hello world.', texts);
    assert.deepEqual(callsIn(chat), ['c1']);
  });

  const asked: Part[] = [
    {type: 'tool-input-available', toolCallId: 'c1', toolName: 'pay', input: {}},
    {type: 'tool-approval-request', approvalId: 'a1', toolCallId: 'c1'},
  ];

  it('ends with a question whose answer is sent', async () => {
    const {chat, bodies} = await join([user], named('m2', ...steps(asked)));
    await until(() => chat.status === 'waiting');
    const [question] = openRequests(chat.conversation);
    assert.deepEqual(bodies(), []);
    await chat.reply(question?.id ?? '', {input: true, type: 'confirm'});
    await until(() => bodies().length === 1 && chat.status === 'idle');
    assert.match(bodies()[0] ?? '', /"id":"a1","approved":true/);
  });

  it('ends with a call of a tool of the page, which runs once', async () => {
    let runs = 0;
    const {chat, bodies} = await join([user], named('m2', ...steps(asked.slice(0, 1))), {
      pay: {permission: 'allow', run: () => (runs += 1)},
    });
    await until(() => bodies().length === 1 && chat.status === 'idle');
    assert.match(bodies()[0] ?? '', /"state":"output-available","input":\{\},"output":1/);
    assert.equal(runs, 1);
  });

  it('ends with a call of a tool that the page does not have, and nothing is sent', async () => {
    const {chat, bodies} = await join([user], named('m2', ...steps(asked.slice(0, 1))), {
      other: {permission: 'allow', run: () => 1},
    });
    await until(() => callsIn(chat).length === 1 && chat.status === 'idle');
    const statuses = (): unknown[] =>
      messagesOf(chat.conversation).flatMap(message =>
        [...walk(message)].flatMap(item => (item.kind === 'tool' ? [item.status] : [])),
      );
    await until(() => statuses()[0] === 'interrupted');
    assert.deepEqual(bodies(), []);
  });

  it('is not one that the server repeats although the user has written since', async () => {
    const answer = {id: 'm2', role: 'assistant', parts: [step, text('Hello world.')]};
    const next = {id: 'm3', role: 'user', parts: [text('Next')]};
    const {chat} = await join([user, answer, next], named('m2', ...steps(says('Hello world.'))));
    await until(() => chat.lastError !== undefined);
    assert.equal(chat.lastError?.code, 'truncated');
    const texts = messagesOf(chat.conversation).map(plainText);
    assert.deepEqual(texts, ['Hi', 'Hello world.', 'Next', '']);
  });

  it('ends the part of another answer that was stored while it was written', async () => {
    const half = {id: 'm2', role: 'assistant', parts: [step, text('Half', 'streaming')]};
    const other = {id: 'zz', role: 'assistant', parts: [step, text('Other.')]};
    const replay = named('zz', ...steps(says('Other.')));
    const {chat} = await join([user, half], replay, undefined, [user, half, other]);
    const statuses = (): unknown[] => messagesOf(chat.conversation).map(({status}) => status);
    await until(() => statuses().length === 3 && chat.status === 'idle');
    assert.ok(!statuses().includes('streaming'), String(statuses()));
  });
});

describe('a replay that fails', () => {
  /** Loses a stream after `Hello world`, and is answered with a replay. */
  async function lose(...replay: readonly Part[]): Promise<MessageItem | undefined> {
    const server = await serve(({method, path}, response) => {
      if (method === 'GET' && path.endsWith('/stream')) stream(response).end(sse(...replay));
      else if (method === 'GET') json(response, []);
      else {
        const begun = named('m2', ...steps(says('Hello world'))).slice(0, -3);
        stream(response).write(sse(...begun), () => response.destroy());
      }
    });
    const chat = openChat(
      {
        endpoint: `${server.origin}/chat`,
        protocol: createAiSdk({resume: 'replay'}),
        storage: null,
      },
      new FastEnvironment(),
    );
    await chat.send('Hi').catch(() => undefined);
    return messagesOf(chat.conversation).at(-1);
  }
  const error = {type: 'error', errorText: 'The run is gone.'};
  const shownOf = (message: MessageItem | undefined): unknown[] =>
    (message?.children ?? []).flatMap(item =>
      item.kind === 'text' || item.kind === 'error' ? [item.text] : [],
    );

  it('adds its error to what was received before', async () => {
    const message = await lose({type: 'start', messageId: 'm2'}, error);
    assert.deepEqual(shownOf(message), ['Hello world', 'The run is gone.']);
    assert.equal(message?.status, 'failed');
  });

  it('adds its error also after a beginning of that', async () => {
    const begun = named('m2', ...steps(says('Hello'))).slice(0, -3);
    const message = await lose(...begun, error);
    assert.deepEqual(shownOf(message), ['Hello world', 'The run is gone.']);
  });

  it('replaces what was received before if it has more', async () => {
    const begun = named('m2', ...steps(says('Hello world, again'))).slice(0, -3);
    const message = await lose(...begun, error);
    assert.deepEqual(shownOf(message), ['Hello world, again', 'The run is gone.']);
  });
});

describe('a message that is answered without a stream', () => {
  for (const [status, code] of [
    [204, 'truncated'],
    [202, undefined],
  ] as const)
    it(`whose answer is not in the history has ${code ?? 'no error'} (${status})`, async () => {
      const server = await serve(({method}, response) => {
        if (method === 'GET') json(response, [user]);
        else response.writeHead(status).end();
      });
      const protocol = createAiSdk({history: true});
      const chat = openChat(
        {endpoint: `${server.origin}/chat`, protocol, storage: memory()},
        new FastEnvironment(),
      );
      await chat.send('Hi').catch(() => undefined);
      assert.equal(chat.lastError?.code, code);
      assert.equal(chat.status, code ? 'lost' : 'idle');
    });
});
