import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {
  aishu,
  openRequests,
  plainText,
  ubik,
  walk,
  type Protocol,
} from '../../../src/core/index.js';
import type {ChatController} from '../../../src/controller/index.js';
import {messagesOf} from '../../../src/core/model/messages.js';
import {until} from '../../support/until.js';
import {memory, openChat} from '../support/chat.js';
import {FastEnvironment} from '../support/fast-environment.js';
import {json, serve, sse, stream, type Asked, type WebServer} from '../support/web-server.js';

// Servers whose streams break, and that store an answer late, in part, or with a question that the stream did not have.

type Fields = Readonly<Record<string, unknown>>;

/** How a protocol says the same. */
interface Wire {
  readonly protocol: Protocol;
  readonly begin: readonly Fields[];
  readonly word: (text: string) => Fields;
  readonly end: Fields;
  /** The body of the history: the question, and the answer if there is one. */
  readonly stored: (answer?: Fields) => unknown;
  /** A stored answer that is complete. */
  readonly answer: (text: string) => Fields;
  /** A stored answer that is being written. */
  readonly part: (text: string) => Fields;
  /** A stored answer that has come to a question. */
  readonly asking: (text: string) => Fields;
  /** What a stream has of that question. */
  readonly question: Fields;
}

const task = {task_id: 't', created_at: '2026-03-04T10:00:00Z'};
const overUbik: Wire = {
  protocol: ubik,
  begin: [
    {type: 'connection_established', session_id: 's', connection_id: 'c', task_id: 't'},
    {type: 'response_stream_start', message_id: 'a', task_id: 't'},
  ],
  word: content => ({type: 'response_chunk', content}),
  end: {type: 'agent_processing_complete', message_id: 'a', content: ''},
  stored: answer => ({
    items: [{...task, id: 'u', role: 'user', content: 'Hi'}, ...(answer ? [answer] : [])],
  }),
  answer: content => ({...task, id: 'a', role: 'assistant', parent_id: 'u', content}),
  part: text => overUbik.answer(`<<STEP_START>>\nStep 1: Say\n${text}`),
  asking: text =>
    overUbik.answer(`${text}\n<<INPUT_REQUIRED_START>>\nWhich?\n<<INPUT_REQUIRED_END>>`),
  question: {type: 'input_required', prompt: 'Which?', input_types: ['text']},
};

const progress = ['message', 'content', 'middle_answer', 'progress'];
const said = (answer: string, status: string): Fields => ({id: 'p', stage: 'llm', answer, status});
const call = {id: 'q', stage: 'skill', agent_name: 'find', answer: '', status: 'processing'};
const data = {tool_name: 'find', tool_args: [{key: 'q', value: 'x'}]};
const asking = {interrupt_info: {handle: {resume_token: 'k'}, data}};
const answered = (steps: readonly Fields[], status: string, ext: Fields = {}): Fields => ({
  id: 'a',
  index: 2,
  origin: 'assistant',
  reply_id: 'u',
  status,
  content: JSON.stringify({middle_answer: {progress: steps}}),
  ext: JSON.stringify({agent_run_id: 'r', ...ext}),
});
const overAishu: Wire = {
  protocol: aishu,
  begin: [
    {key: ['conversation_id'], content: 's', action: 'upsert'},
    {key: ['agent_run_id'], content: 'r', action: 'upsert'},
    {key: ['assistant_message_id'], content: 'a', action: 'upsert'},
    {
      key: ['message'],
      content: {id: 'a', content: {middle_answer: {progress: [said('', 'processing')]}}, ext: {}},
      action: 'upsert',
    },
  ],
  word: content => ({key: [...progress, 0, 'answer'], content, action: 'append'}),
  end: {key: [], content: null, action: 'end'},
  stored: answer => ({
    id: 's',
    status: answer ? 'completed' : 'processing',
    Messages: [
      {id: 'u', index: 1, origin: 'user', status: 'processed', content: '{"text":"Hi"}'},
      ...(answer ? [answer] : []),
    ],
  }),
  answer: text => answered([said(text, 'completed')], 'succeded'),
  part: text => answered([said(text, 'processing')], 'processing'),
  asking: text => answered([said(text, 'completed'), call], 'processing', asking),
  question: {key: ['message', 'ext'], content: asking, action: 'upsert'},
};

/** A response to the request for a stream: its frames, a break after them, or a status instead. */
type Stream = {readonly frames: readonly Fields[]; readonly breaks?: boolean} | number;

interface Server {
  /** The response to the message of the user, and then to each request to join. The last one is repeated. */
  readonly streams: readonly [Stream, ...Stream[]];
  /** The body of the history for each request. The last one is repeated. */
  readonly history: readonly [unknown, ...unknown[]];
}

interface Talk {
  readonly chat: ChatController;
  readonly server: WebServer;
  /** How often the message was sent. */
  readonly sent: () => number;
  /** How often a stream was joined. */
  readonly joins: () => number;
}

const isSend = (path: string): boolean => /\/(messages|chat\/completion)$/.test(path);
const isHistory = ({method, path}: Pick<Asked, 'method' | 'path'>): boolean =>
  method === 'GET' && /\/(messages|conversation\/s)$/.test(path);

async function open(
  {protocol}: Wire,
  {streams, history}: Server,
  options: Fields = {},
): Promise<Talk> {
  let [streamed, loaded] = [0, 0];
  const server = await serve(({method, path, headers}, response) => {
    if (headers.accept?.includes('event-stream')) {
      const next = streams[Math.min(streamed++, streams.length - 1)] ?? 404;
      if (typeof next === 'number') return void response.writeHead(next).end();
      const body = stream(response);
      body.write(sse(...next.frames), () => (next.breaks ? body.destroy() : body.end()));
    } else if (isHistory({method, path})) {
      json(response, history[Math.min(loaded++, history.length - 1)]);
    } else json(response, {id: 's'});
  });
  const chat = openChat(
    {endpoint: `${server.origin}/api`, protocol, agentId: 'a', storage: memory(), ...options},
    new FastEnvironment(),
  );
  const sent = (): number =>
    server.asked.filter(({method, path}) => method === 'POST' && isSend(path)).length;
  const joins = (): number => streamed - sent();
  return {chat, server, sent, joins};
}

const answers = (chat: ChatController): string[] =>
  messagesOf(chat.conversation)
    .filter(({role}) => role === 'assistant')
    .map(message => `${message.status}: ${plainText(message)}`);

const errors = (chat: ChatController): string[] =>
  messagesOf(chat.conversation).flatMap(message =>
    [...walk(message)].flatMap(item => (item.kind === 'error' ? item.code : [])),
  );

for (const wire of [overUbik, overAishu]) {
  const {begin, word, end, stored} = wire;
  const whole = [...begin, word('Hello '), word('world.'), end];

  describe(`an answer of ${wire.protocol.name}`, () => {
    it('stays if the server has not stored it at the end of its stream', async () => {
      const {chat, sent} = await open(wire, {streams: [{frames: whole}], history: [stored()]});
      await chat.send('Hi');
      assert.deepEqual([answers(chat), chat.status, sent()], [['done: Hello world.'], 'idle', 1]);
    });

    it('stays if its stream is lost and neither the server nor the history has it', async () => {
      const half = {frames: [...begin, word('Hello ')], breaks: true};
      const {chat, sent} = await open(wire, {streams: [half, 204], history: [stored()]});
      await chat.send('Hi');
      assert.match(answers(chat).join(), /^interrupted: Hello/);
      assert.deepEqual([errors(chat).length, chat.status, sent()], [1, 'lost', 1]);
    });

    it('is whole again if a shorter replay that replaced it breaks', async () => {
      const long = {frames: [...begin, word('Hello '), word('world')], breaks: true};
      const short = {frames: [...begin, word('Hello ')], breaks: true};
      const {chat} = await open(
        wire,
        {streams: [long, short, 404], history: [stored()]},
        {replayTimeoutMs: 0},
      );
      await chat.send('Hi');
      assert.match(answers(chat).join(), /^interrupted: Hello world/);
      assert.equal(chat.status, 'lost');
    });

    const half = {frames: [...begin, word('Hello ')], breaks: true};
    const part = stored(wire.part('Hello world'));
    const asks = stored(wire.asking('Hello world.'));
    const all = stored(wire.answer('Hello world.'));

    for (const text of ['Hello ', 'Hello world.'])
      it(`is displayed once, and ends, if "${text}" is stored under another id`, async () => {
        const frames = {frames: whole};
        const other = stored({...wire.part(text), id: 'zz'});
        const {chat} = await open(wire, {streams: [half, frames], history: [other]});
        await chat.send('Hi');
        await until(() => chat.status === 'idle');
        assert.deepEqual(answers(chat), ['done: Hello world.']);
        assert.deepEqual(errors(chat), []);
      });

    it('is displayed as far as it is stored, if it cannot be joined', async () => {
      const {chat} = await open(wire, {streams: [half, 409], history: [part]});
      await chat.send('Hi');
      assert.match(answers(chat).join(), /^interrupted: Hello world$/);
      assert.deepEqual([errors(chat).length, chat.status], [1, 'lost']);
    });

    for (const refusal of [204, 409])
      it(`is displayed once, with an error, if only the history has a part (${refusal})`, async () => {
        const broken = {frames: [], breaks: true};
        const {chat} = await open(wire, {streams: [broken, refusal], history: [part]});
        await chat.send('Hi');
        assert.match(answers(chat).join(), /^interrupted: Hello world$/);
        assert.deepEqual([errors(chat).length, chat.status], [1, 'lost']);
      });

    it('is displayed with an error after a reload, if nothing has the rest of it', async () => {
      const empty = {frames: []};
      const {chat} = await open(wire, {streams: [empty], history: [part]}, {sessionId: 's'});
      await until(() => chat.status === 'lost');
      assert.match(answers(chat).join(), /^interrupted: Hello world$/);
      assert.equal(errors(chat).length, 1);
    });

    for (const refusal of [409, 500])
      it(`waits for the answer to its stored question, if the server answers ${refusal}`, async () => {
        const {chat, joins} = await open(wire, {streams: [half, refusal], history: [asks]});
        void chat.send('Hi');
        await until(() => chat.status === 'waiting');
        assert.equal(openRequests(chat.conversation).length, 1);
        assert.match(answers(chat).join(), /^waiting: Hello world\./);
        assert.deepEqual([errors(chat), joins()], [[], 1]);
      });

    it('stays complete if a later history does not have it', async () => {
      const {chat} = await open(wire, {streams: [half, 500], history: [all, stored()]});
      await chat.send('Hi');
      assert.deepEqual([answers(chat), chat.status], [['done: Hello world.'], 'idle']);
      assert.deepEqual(errors(chat), []);
    });

    it('stays after a reload if a later history does not have it', async () => {
      const history = [stored(), all, stored()] as const;
      const {chat, server} = await open(wire, {streams: [409], history}, {sessionId: 's'});
      await until(() => chat.status === 'idle' && server.asked.filter(isHistory).length > 2);
      assert.deepEqual([answers(chat), errors(chat)], [['done: Hello world.'], []]);
    });

    it('is complete without an error if it is stored a little later', async () => {
      const {chat} = await open(wire, {streams: [half, 204], history: [stored(), all]});
      await chat.send('Hi');
      assert.deepEqual([answers(chat), chat.status], [['done: Hello world.'], 'idle']);
      assert.deepEqual([errors(chat), chat.lastError], [[], undefined]);
    });

    it('does not ask again what the user has answered', async () => {
      const asked = {frames: [...begin, word('Hello world.'), wire.question, end]};
      const short = {frames: begin.slice(0, 1), breaks: true};
      const {chat, sent} = await open(wire, {streams: [asked, short, 204], history: [asks]});
      void chat.send('Hi');
      await until(
        () => openRequests(chat.conversation).length === 1 && chat.status !== 'streaming',
      );
      const [request] = openRequests(chat.conversation);
      await chat.reply(request?.id ?? '', {input: true, type: 'confirm'});
      await until(() => chat.status === 'lost' || chat.status === 'idle');
      assert.deepEqual([openRequests(chat.conversation), sent()], [[], 2]);
    });

    it('is not asked for twice if the response to an answer of the user breaks', async () => {
      const asked = {frames: [...begin, word('Hello world.'), wire.question, end]};
      const {chat, sent} = await open(wire, {
        streams: [asked, {frames: [], breaks: true}, {frames: whole}],
        history: [asks, all],
      });
      void chat.send('Hi');
      await until(
        () => openRequests(chat.conversation).length === 1 && chat.status !== 'streaming',
      );
      const [request] = openRequests(chat.conversation);
      await chat.reply(request?.id ?? '', {input: true, type: 'confirm'});
      await until(() => chat.status === 'idle');
      assert.match(answers(chat).at(-1) ?? '', /^done: Hello world\./);
      assert.deepEqual([errors(chat), openRequests(chat.conversation), sent()], [[], [], 2]);
    });

    it('is displayed without the error, if it is in the history after “Try again”', async () => {
      const {chat, sent} = await open(wire, {
        streams: [{frames: [], breaks: true}, 204],
        history: [stored(), stored(wire.answer('Hello world.'))],
      });
      await chat.send('Hi');
      assert.equal(errors(chat).length, 1);
      await chat.retry();
      await until(() => chat.status === 'idle');
      assert.deepEqual([answers(chat), errors(chat)], [['done: Hello world.'], []]);
      assert.equal(sent(), 1);
    });
  });
}

describe('an answer of ubik to the reply of the user', () => {
  const {stored, asking, begin, word, question, end} = overUbik;

  it('has its error in a message of its own, if the server has nothing of it', async () => {
    const asked = {frames: [...begin, word('Choose.'), question, end]};
    const {chat, sent} = await open(overUbik, {
      streams: [asked, {frames: []}, 204],
      history: [stored(asking('Choose.'))],
    });
    await chat.send('Hi');
    const [request] = openRequests(chat.conversation);
    await chat.reply(request?.id ?? '', {input: 'blue', type: 'text'});
    await until(() => chat.status === 'lost');
    assert.deepEqual(answers(chat), ['done: Choose.', 'failed: ']);
    assert.deepEqual([errors(chat).length, sent()], [1, 2]);
  });
});

describe('an answer of ubik that is stored without a word, or in part', () => {
  const {stored, answer, begin, word, end} = overUbik;

  it('is not complete between two of its steps', async () => {
    const half = {frames: [...begin, word('Hello ')], breaks: true};
    const step = '<<STEP_START>>\nStep 1: Say\nHello world\n<<STEP_END>>';
    const {chat} = await open(overUbik, {streams: [half, 409], history: [stored(answer(step))]});
    await chat.send('Hi');
    assert.match(answers(chat).join(), /^interrupted: Hello world/);
    assert.deepEqual([errors(chat).length, chat.status], [1, 'lost']);
  });

  it('is not complete', async () => {
    const half = {frames: [...begin, word('Hello ')], breaks: true};
    const {chat} = await open(overUbik, {streams: [half, 204], history: [stored(answer(''))]});
    await chat.send('Hi');
    assert.match(answers(chat).join(), /^interrupted: Hello/);
    assert.deepEqual([errors(chat).length, chat.status], [1, 'lost']);
  });

  it('is joined after a reload', async () => {
    const whole = {frames: [...begin, word('Hello.'), end]};
    const history = [stored(answer('')), stored(answer('Hello.'))] as const;
    const {chat} = await open(overUbik, {streams: [whole], history}, {sessionId: 's'});
    await until(() => answers(chat).join() === 'done: Hello.');
  });
});

describe('an answer of aishu that is stored', () => {
  const {begin, word, end, stored, question} = overAishu;
  const steps = [said('Hello.', 'completed'), call];
  const waiting = stored(answered(steps, 'processing', asking));
  const running = stored(answered(steps, 'processing'));

  it('has nothing in progress if it was cut off in the history too', async () => {
    const half = {frames: [...begin, word('Hel')], breaks: true};
    const {chat} = await open(overAishu, {streams: [half, 204], history: [running]});
    await chat.send('Hi');
    const [answer] = messagesOf(chat.conversation).slice(-1);
    assert.ok(answer);
    assert.equal(answer.status, 'interrupted');
    const inProgress = [...walk(answer)].filter(({status}) => status === 'streaming');
    assert.deepEqual(inProgress, []);
  });

  it('is joined after a reload, if nothing of it is stored and the conversation is in progress', async () => {
    const whole = {frames: [...begin, word('Hello.'), end]};
    const {chat} = await open(overAishu, {streams: [whole], history: [stored()]}, {sessionId: 's'});
    await until(() => answers(chat).join() === 'done: Hello.');
  });

  it('does not wait for an answer that the user has given', async () => {
    const short = {frames: begin.slice(0, 3), breaks: true};
    const {chat} = await open(
      overAishu,
      {streams: [short, 204], history: [waiting]},
      {sessionId: 's'},
    );
    await until(() => openRequests(chat.conversation).length === 1);
    const [request] = openRequests(chat.conversation);
    await chat.reply(request?.id ?? '', {input: true, type: 'confirm'});
    await until(() => chat.status === 'lost');
    assert.deepEqual(openRequests(chat.conversation), []);
  });

  it('has its question, although its text is the same', async () => {
    const {chat} = await open(
      overAishu,
      {streams: [204], history: [running, waiting]},
      {sessionId: 's'},
    );
    await until(() => openRequests(chat.conversation).length === 1);
    assert.equal(answers(chat).length, 1);
  });

  it('is displayed once, if the run that it waits in is joined after “Try again”', async () => {
    const half = {frames: [...begin, word('Hello.')], breaks: true};
    const added = {key: [...progress, 1], content: call, action: 'append'};
    const rest = {frames: [...begin, word('Hello.'), added, question, end]};
    const {chat, sent} = await open(overAishu, {
      streams: [half, 204, rest],
      history: [stored(), stored(), waiting],
    });
    await chat.send('Hi');
    assert.equal(chat.status, 'lost');
    await chat.retry();
    await until(() => chat.status === 'waiting' || chat.status === 'idle');
    assert.deepEqual([answers(chat), sent()], [['waiting: Hello.'], 1]);
    assert.equal(openRequests(chat.conversation).length, 1);
  });
});
