import assert from 'node:assert/strict';
import {after, afterEach, before, beforeEach, describe, it} from 'node:test';
import type {ChatController} from '../../../src/controller/index.js';
import {questionIn, messagesOf} from '../../../src/core/model/messages.js';
import {
  createProtocol,
  openRequests,
  plainText,
  ubik,
  walk,
  type RequestItem,
} from '../../../src/core/index.js';
import {startServer, type AgentServer} from '../../support/agent-server.js';
import {
  arm,
  control,
  fails,
  memory,
  openChat,
  pageTools,
  posted,
  said,
  statistics,
  talkTo,
  untilTrue,
} from '../support/chat.js';
import {FastEnvironment} from '../support/fast-environment.js';
import {bodyOf} from '../support/streams.js';
import {json, serve, stream} from '../support/web-server.js';

const requests = ({conversation}: ChatController): RequestItem[] =>
  [...walk(conversation)].filter(item => item.kind === 'request');

const open = ({conversation}: ChatController): RequestItem => {
  const [request] = openRequests(conversation);
  assert.ok(request, 'nothing is asked');
  return request;
};

const isWaiting = ({status, conversation}: ChatController): boolean =>
  status === 'waiting' && openRequests(conversation).length > 0;

it('an answer keeps the text before the question if the server does not name its runs', async () => {
  const server = await serve(({path, body}, response) => {
    if (path.endsWith('/agent-sessions')) {
      json(response, {id: 's'});
      return;
    }
    const {content} = JSON.parse(body) as {content: string};
    const events =
      content === 'hello'
        ? [
            {type: 'response_chunk', content: 'I found three.'},
            {type: 'input_required', prompt: 'Which one?', input_types: ['text']},
          ]
        : [
            {type: 'response_chunk', content: `You chose ${content}.`},
            {type: 'agent_processing_complete'},
          ];
    stream(response).end(bodyOf(events));
  });
  const {send, create, reply} = ubik.operations;
  const protocol = {...ubik, operations: {send, create, reply}};
  const chat = openChat({endpoint: server.origin, protocol, storage: null});
  const sent = chat.send('hello');
  await untilTrue(chat, isWaiting);
  const {id} = open(chat);
  await chat.reply(id, {input: 'red', type: 'text'});
  await sent;
  await untilTrue(chat, ({status}) => status === 'idle');
  assert.deepEqual(said(chat), [
    'user: hello',
    'assistant: I found three.',
    'assistant: You chose red.',
  ]);
  assert.deepEqual(questionIn(chat.conversation, id)?.request.answer, {
    input: 'red',
    type: 'text',
  });
  chat.dispose();
  await server.close();
});

it('the answer to a question is continued with the result of a call of a page tool', async () => {
  const frames: Record<string, object[]> = {
    '/send': [{text: 'Hm.'}, {ask: 'Which?'}, {end: true}],
    '/reply': [{text: 'Good.'}, {call: 'c1'}, {end: true}],
    '/continue': [{text: 'Done.'}, {end: true}],
  };
  const {origin, asked} = await serve(({path}, response) => {
    stream(response).end(bodyOf(frames[path] ?? []));
  });
  const post = (path: string) => ({
    request: () => ({method: 'POST', path, accept: 'stream'}) as const,
    read: () => ({}),
  });
  const protocol = createProtocol({
    name: 'asking',
    send: () => ({method: 'POST', path: 'send'}),
    read: ({data}, answer) => {
      const {text, ask, call, end} = JSON.parse(data) as Record<string, string>;
      if (text) answer.text(text);
      if (ask) answer.ask('q1', {prompt: ask});
      if (call) answer.call(call, 'look', {}, {runsIn: 'page'});
      if (end) answer.end();
    },
    operations: {reply: {...post('reply'), streams: 'next'}, continue: post('continue')},
  });
  let runs = 0;
  const tools = pageTools({look: {permission: 'allow', run: () => ++runs}});
  const chat = openChat({endpoint: origin, protocol, storage: null, tools});
  await chat.send('hello');
  const [{id} = {id: ''}] = openRequests(chat.conversation);
  await chat.reply(id, {input: 'red', type: 'text'});
  await untilTrue(chat, ({status}) => status === 'idle' && asked.length === 3);
  assert.deepEqual([asked.map(({path}) => path), runs], [Object.keys(frames), 1]);
});

describe('a question', () => {
  let server: AgentServer;
  before(async () => {
    server = await startServer();
  });
  afterEach(async () => {
    await control(server, 'DELETE', 'faults');
    await control(server, 'POST', 'settings', {waiting: 'open', pace: 0});
  });
  after(() => server.stop());

  for (const waiting of ['open', 'close'] as const) {
    describe(`while the stream ${waiting === 'open' ? 'stays open' : 'has closed'}`, () => {
      beforeEach(() => control(server, 'POST', 'settings', {waiting, pace: 0}));

      it('of the agent is answered, and the run continues', async () => {
        const {chat, answer, until, events} = talkTo(server);
        const sent = chat.send('ask me');
        await until(isWaiting);
        const request = open(chat);
        assert.equal(events.filter(({type}) => type === 'input-required').length, 1);
        await chat.reply(request.id, {input: 'green', type: 'text'});
        await sent;
        assert.equal(chat.status, 'idle');
        assert.equal(answer().status, 'done');
        assert.match(plainText(answer()), /green/i);
        const [answered] = requests(chat);
        assert.equal(answered?.status, 'done');
        assert.deepEqual(answered.answer, {input: 'green', type: 'text'});
        assert.equal(messagesOf(chat.conversation).length, 2);
        chat.dispose();
      });

      it('of the agent is answered by the next message', async () => {
        const {chat, answer, until} = talkTo(server);
        const sent = chat.send('ask me');
        await until(isWaiting);
        await chat.send('green');
        await sent;
        assert.match(plainText(answer()), /green/i);
        assert.equal(await posted(server, chat), 2);
        chat.dispose();
      });

      it('of a tool is answered, and the run continues', async () => {
        const {chat, answer, until} = talkTo(server);
        const sent = chat.send('confirm');
        await until(isWaiting);
        const request = open(chat);
        assert.ok(request.executionId);
        await chat.reply(request.id, {input: 'yes', type: 'confirm'});
        await sent;
        assert.equal(answer().status, 'done');
        assert.deepEqual(openRequests(chat.conversation), []);
        assert.equal(await posted(server, chat), 1);
        chat.dispose();
      });

      it('is restored after a reload, and can be answered', async () => {
        const storage = memory();
        const one = talkTo(server, {storage});
        void one.chat.send('ask me');
        await one.until(isWaiting);
        one.chat.dispose();
        const two = talkTo(server, {storage, user: one.user});
        await two.until(isWaiting);
        await two.chat.reply(open(two.chat).id, {input: 'green', type: 'text'});
        await two.until(({status}) => status === 'idle');
        assert.match(plainText(two.answer()), /green/i);
        two.chat.dispose();
      });

      it('can be stopped instead of answered', async () => {
        const {chat, answer, until} = talkTo(server);
        const sent = chat.send('ask me');
        await until(isWaiting);
        await chat.stop();
        await sent;
        assert.equal(chat.status, 'idle');
        assert.deepEqual(openRequests(chat.conversation), []);
        assert.notEqual(answer().status, 'waiting');
        chat.dispose();
      });
    });
  }

  it('that is answered in another tab is closed here, as soon as this one is looked at', async () => {
    await control(server, 'POST', 'settings', {waiting: 'close', pace: 0});
    const storage = memory();
    const environment = new FastEnvironment();
    const one = talkTo(server, {storage}, environment);
    const sent = one.chat.send('ask me');
    await one.until(isWaiting);
    const two = talkTo(server, {storage, user: one.user});
    await two.until(isWaiting);
    await two.chat.reply(open(two.chat).id, {input: 'green', type: 'text'});
    await two.until(({status}) => status === 'idle');
    two.chat.dispose();
    assert.equal(one.chat.status, 'waiting');
    environment.wake('visible');
    await sent;
    assert.match(plainText(one.answer()), /green/i);
    assert.deepEqual(openRequests(one.chat.conversation), []);
    one.chat.dispose();
  });

  for (const [what, wakes] of [
    ['while the stream is about to be joined again', 1],
    ['while one wake of the page follows the other', 20],
  ] as const) {
    it(`of a tool can be answered ${what}`, async () => {
      await control(server, 'POST', 'settings', {pace: 0.5}); // The rest of the stream takes time.
      const environment = new FastEnvironment();
      const {chat, answer, until} = talkTo(server, {}, environment);
      const sent = chat.send('confirm');
      await until(isWaiting);
      environment.random = () => 0.99; // A retry is late, unless something triggers it.
      await arm(server, {kind: 'lose', on: 'attach', accepted: false, times: 2});
      for (let wake = 0; wake < wakes; wake++) {
        environment.wake('online');
        await new Promise(setImmediate);
      }
      if (wakes === 1) await until(({status}) => status === 'reconnecting');
      await chat.reply(open(chat).id, {input: 'yes', type: 'confirm'});
      await sent;
      assert.equal(chat.lastError, undefined);
      assert.equal(answer().status, 'done');
      chat.dispose();
    });
  }

  it('is open again when its answer is refused', async () => {
    const {chat, answer, until} = talkTo(server, {}, new FastEnvironment());
    const sent = chat.send('confirm');
    await until(isWaiting);
    const {id} = open(chat);
    await arm(server, {kind: 'status', status: 500, on: 'provide-input'});
    await assert.rejects(chat.reply(id, {input: 'yes', type: 'confirm'}), fails('server_error'));
    assert.equal(chat.lastError?.code, 'server_error');
    assert.equal(open(chat).id, id);
    assert.equal(open(chat).answer, undefined);
    assert.equal(chat.status, 'waiting');
    await chat.reply(id, {input: 'yes', type: 'confirm'});
    await sent;
    assert.equal(answer().status, 'done');
    chat.dispose();
  });

  for (const [status, what] of [
    [409, 'was answered elsewhere at the same time'],
    [404, 'has expired on the server'],
  ] as const) {
    it(`of a tool that ${what} is closed without an error (${status})`, async () => {
      const {chat, until} = talkTo(server, {}, new FastEnvironment());
      void chat.send('confirm');
      await until(isWaiting);
      const {id} = open(chat);
      await arm(server, {kind: 'status', status, on: 'provide-input'});
      await chat.reply(id, {input: 'yes', type: 'confirm'});
      assert.equal(chat.lastError, undefined);
      const [request] = requests(chat);
      assert.deepEqual([request?.status, request?.answer], ['stopped', undefined]);
      chat.dispose();
    });
  }

  it('of the agent accepts files, uploaded ones and the requested one', async () => {
    const bodies: unknown[] = [];
    const spy: typeof fetch = async (input, init) => {
      const {pathname} = new URL(input instanceof Request ? input.url : input);
      if (pathname.endsWith('/messages') && typeof init?.body === 'string')
        bodies.push(JSON.parse(init.body));
      return fetch(input, init);
    };
    const note = new File(['three short words'], 'note.txt', {type: 'text/plain'});
    for (const give of [
      async (chat: ChatController) =>
        chat.send('see there', {files: [(await chat.upload(note)).id]}),
      (chat: ChatController) =>
        chat.reply(open(chat).id, {input: 'note.txt', type: 'file', file: note}),
    ]) {
      const {chat, until} = talkTo(server, {fetch: spy});
      const sent = chat.send('ask me');
      await until(isWaiting);
      await give(chat);
      await sent;
      const {attachment_document_ids: ids} = bodies.at(-1) as {attachment_document_ids?: string[]};
      assert.equal(ids?.length, 1);
      assert.match(ids[0] ?? '', /^[\da-f-]{36}$/);
      chat.dispose();
    }
    assert.equal(bodies.length, 4);
  });

  it('is answered by trying again, when the answer did not arrive', async () => {
    for (const [words, on] of [
      ['confirm', 'provide-input'],
      ['ask me', 'send'],
    ]) {
      const {chat, answer, until} = talkTo(server, {}, new FastEnvironment());
      const sent = chat.send(words ?? '');
      await until(isWaiting);
      await arm(server, {kind: 'status', status: 500, on});
      const {id} = open(chat);
      await assert.rejects(chat.reply(id, {input: 'yes', type: 'text'}), fails('server_error'));
      await chat.retry();
      await sent;
      await until(({status}) => status === 'idle');
      assert.equal(answer().status, 'done');
      assert.equal(chat.lastError, undefined);
      assert.equal(openRequests(chat.conversation).length, 0);
      chat.dispose();
    }
  });

  it('keeps its answer when the run is joined again afterwards', async () => {
    const {chat, answer, until} = talkTo(server, {}, new FastEnvironment());
    const sent = chat.send('compare two numbers and search the docs');
    await until(isWaiting);
    await arm(server, {kind: 'drop', at_frame: 200, on: 'attach'});
    await chat.reply(open(chat).id, {input: '3 and 4', type: 'text'});
    await sent;
    assert.equal(answer().status, 'done');
    const [request] = requests(chat);
    assert.deepEqual([request?.status, request?.answer?.input], ['done', '3 and 4']);
    chat.dispose();
  });

  const turnings: readonly (readonly [what: string, turn: (chat: ChatController) => unknown])[] = [
    ['its user leaves', chat => chat.shutdown()],
    ['another user comes', chat => chat.configure({userId: 'other'})],
    ['the chat turns to a new session', chat => chat.newSession()],
  ];
  for (const [what, turn] of turnings) {
    it(`that is being answered while ${what} restores nothing of the old conversation`, async () => {
      let answered: (() => void) | undefined;
      const isAnswered = new Promise<void>(resolve => (answered = resolve));
      let hold = false;
      let giveOn: () => void = () => undefined;
      const held = new Promise<void>(resolve => (giveOn = resolve));
      const {chat, until} = talkTo(server, {
        // The response has arrived, but the page receives it late; no signal prevents that.
        fetch: async (input, init) => {
          const response = await fetch(input, {...init, signal: null});
          if (!hold || init?.method !== 'POST') return response;
          answered?.();
          await held;
          return response;
        },
      });
      void chat.send('ask me');
      await until(isWaiting);
      hold = true;
      const replied = chat.reply(open(chat).id, {input: 'green', type: 'text'});
      await isAnswered;
      hold = false;
      await turn(chat);
      giveOn();
      await replied.catch(() => undefined);
      await chat.stop();
      assert.deepEqual([chat.conversation.children, chat.session], [[], undefined]);
      assert.deepEqual([chat.status, chat.lastError], ['idle', undefined]);
      chat.dispose();
    });
  }

  it('leaves no second stream open once it is answered', async () => {
    const {chat, until} = talkTo(server);
    const sent = chat.send('compare two numbers and search the docs');
    await until(isWaiting);
    await chat.reply(open(chat).id, {input: '3 and 4', type: 'text'});
    await sent;
    for (let streams = 1; streams > 0;) ({open_streams: streams} = await statistics(server));
    chat.dispose();
  });
});
