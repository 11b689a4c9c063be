import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import type {ChatController, ChatOptions} from '../../../src/controller/index.js';
import {
  openRequests,
  plainText,
  walk,
  type Conversation,
  type DecoderContext,
  type MessageItem,
  type RequestItem,
  type ToolItem,
} from '../../../src/core/index.js';
import {fails, memory, openChat, pageTools, untilTrue} from '../support/chat.js';
import {
  begun,
  call,
  framed,
  opsProtocol,
  over,
  question,
  RUN,
  word,
} from '../support/ops-protocol.js';
import {json, serve, stream, type Asked, type WebServer} from '../support/web-server.js';

/** The conversation in the body of a request. */
const sent = ({body}: Asked): Conversation =>
  (JSON.parse(body) as {conversation: Conversation}).conversation;

const questionsIn = (conversation: Conversation): RequestItem[] =>
  [...walk(conversation)].filter(item => item.kind === 'request');

const toolsIn = (conversation: Conversation): ToolItem[] =>
  [...walk(conversation)].filter(item => item.kind === 'tool');

const continued = ({asked}: WebServer): Asked[] => asked.filter(({path}) => path === '/continue');

const answerOf = ({conversation}: ChatController): MessageItem =>
  conversation.children.at(-1) as MessageItem;

/** A server that asks two questions, and answers `continue` with a text. */
const asking = (): Promise<WebServer> =>
  serve(({path}, response) => {
    const asks = path === '/send';
    stream(response).end(
      framed(
        asks
          ? [begun(), word('1', 'May I?'), question('first'), question('second'), over]
          : [word('2', 'Thanks.'), over],
      ),
    );
  });

const chatWith = (server: WebServer, options: ChatOptions = {}): ChatController =>
  openChat({
    endpoint: server.origin,
    protocol: opsProtocol({continuesMessages: true}),
    storage: null,
    ...options,
  });

const isAsking = (chat: ChatController) => (): boolean =>
  chat.status === 'waiting' && openRequests(chat.conversation).length === 2;

describe('questions of a protocol without `reply`', () => {
  it('are answered by one request, after the last of them', async () => {
    const server = await asking();
    const chat = chatWith(server);
    const turn = chat.send('Go');
    await untilTrue(chat, isAsking(chat));
    const [first, second] = openRequests(chat.conversation);
    await chat.reply(first?.id ?? '', {type: 'confirm', input: true});
    assert.deepEqual([chat.status, continued(server).length], ['waiting', 0]);
    await chat.reply(second?.id ?? '', {type: 'confirm', input: false});
    await turn;
    const [request, ...more] = continued(server);
    assert.ok(request);
    const answers = questionsIn(sent(request)).map(({answer}) => answer);
    assert.deepEqual(answers, [
      {type: 'confirm', input: true},
      {type: 'confirm', input: false},
    ]);
    assert.deepEqual(more, []);
    assert.equal(plainText(answerOf(chat)), 'May I?\n\nThanks.');
    assert.deepEqual([chat.status, answerOf(chat).status], ['idle', 'done']);
    assert.equal(chat.conversation.children.length, 2);
  });

  it('wait for the page tools of the same answer, and those for them', async () => {
    const server = await serve(({path}, response) => {
      const asks = path === '/send';
      const ops = asks ? [begun(), call('look'), question('first'), over] : [word('2', 'Ok'), over];
      stream(response).end(framed(ops));
    });
    const tools = pageTools({look: {permission: 'allow', run: () => 'seen'}});
    const chat = chatWith(server, {tools});
    const turn = chat.send('Go');
    await untilTrue(chat, () => toolsIn(chat.conversation)[0]?.status === 'done');
    assert.deepEqual([chat.status, continued(server).length], ['waiting', 0]);
    const [open] = openRequests(chat.conversation);
    await chat.reply(open?.id ?? '', {type: 'confirm', input: true});
    await turn;
    const [request] = continued(server);
    assert.ok(request);
    assert.equal(toolsIn(sent(request))[0]?.output, 'seen');
    assert.equal(questionsIn(sent(request))[0]?.answer?.input, true);
  });

  it('run calls within a step, with the names of the tools known to each decoder', async () => {
    const contexts: Partial<DecoderContext>[] = [];
    const step = {op: 'open', id: `${RUN}.s`, parent: RUN, kind: 'step'} as const;
    const inStep = {...call('look'), parent: `${RUN}.s`};
    const server = await serve(({path}, response) => {
      const ops = path === '/send' ? [begun(), step, inStep, over] : [word('2', 'Ok'), over];
      stream(response).end(framed(ops));
    });
    const tools = pageTools({look: {permission: 'allow', run: () => 'seen'}});
    const protocol = opsProtocol({continuesMessages: true, clientIds: ['run'], contexts});
    const chat = chatWith(server, {tools, protocol});
    await chat.send('Go');
    const offered = contexts.map(context => context.tools);
    assert.deepEqual(offered, [['look'], ['look']]);
    const runs = server.asked.map(({body}) => (JSON.parse(body) as {newRun?: string}).newRun);
    assert.equal(new Set(runs).size, 2);
    const [request] = continued(server);
    assert.ok(request);
    assert.equal(toolsIn(sent(request))[0]?.output, 'seen');
  });

  for (const [what, fields] of [
    ['other arguments', {arguments: {amount: 9999}, handle: 'a'}],
    ['another approval', {arguments: {amount: 1}, handle: 'b'}],
  ] as const) {
    it(`are open again if the agent then asks for ${what}`, async () => {
      let finish = (): void => undefined;
      const server = await serve(({path}, response) => {
        const body = stream(response);
        if (path !== '/send') body.end(framed([word('2', 'Thanks.'), over]));
        else body.write(framed([begun(), question('pay', {arguments: {amount: 1}, handle: 'a'})]));
        finish = () => body.end(framed([question('pay', fields), over]));
      });
      const chat = chatWith(server);
      const turn = chat.send('Go');
      await untilTrue(chat, () => openRequests(chat.conversation).length === 1);
      const [open] = openRequests(chat.conversation);
      await chat.reply(open?.id ?? '', {type: 'confirm', input: true});
      finish();
      await untilTrue(chat, () => chat.status === 'waiting');
      assert.equal(continued(server).length, 0);
      const [again] = openRequests(chat.conversation);
      assert.deepEqual(again?.arguments, fields.arguments);
      await chat.reply(again.id, {type: 'confirm', input: false});
      await turn;
      const [request] = continued(server);
      assert.ok(request);
      assert.equal(questionsIn(sent(request))[0]?.answer?.input, false);
    });
  }

  it('can be answered before the stream has ended', async () => {
    let finish = (): void => undefined;
    const server = await serve(({path}, response) => {
      const body = stream(response);
      if (path !== '/send') body.end(framed([word('2', 'Thanks.'), over]));
      else body.write(framed([begun(), question('first')]));
      finish = () => body.end(framed([over]));
    });
    const chat = chatWith(server);
    const turn = chat.send('Go');
    await untilTrue(chat, () => openRequests(chat.conversation).length === 1);
    const [open] = openRequests(chat.conversation);
    await chat.reply(open?.id ?? '', {type: 'confirm', input: true});
    assert.deepEqual(openRequests(chat.conversation), []);
    assert.equal(continued(server).length, 0);
    finish();
    await turn;
    const [request] = continued(server);
    assert.ok(request);
    assert.equal(questionsIn(sent(request))[0]?.answer?.input, true);
    assert.equal(plainText(answerOf(chat)), 'Thanks.');
  });

  it('are answered by text that is written instead', async () => {
    const server = await asking();
    const chat = chatWith(server);
    const turn = chat.send('Go');
    await untilTrue(chat, isAsking(chat));
    assert.equal((await chat.send('Rather not')).status, 'waiting');
    const last = await chat.send('Nor that');
    assert.equal(last.status, 'done');
    assert.match(last.message ? plainText(last.message) : '', /Thanks\.$/);
    assert.equal((await turn).status, 'done');
    const [request] = continued(server);
    assert.ok(request);
    const answers = questionsIn(sent(request)).map(({answer}) => answer);
    assert.deepEqual(answers, [
      {type: 'text', input: 'Rather not'},
      {type: 'text', input: 'Nor that'},
    ]);
    assert.equal(chat.conversation.children.length, 2);
  });

  it('end with a stop, without a request', async () => {
    const server = await asking();
    const chat = chatWith(server);
    const turn = chat.send('Go');
    await untilTrue(chat, isAsking(chat));
    await chat.stop();
    await turn;
    assert.deepEqual([chat.status, answerOf(chat).status], ['idle', 'stopped']);
    assert.deepEqual(openRequests(chat.conversation), []);
    assert.equal(continued(server).length, 0);
    await assert.rejects(
      chat.reply('no such question', {type: 'text', input: ''}),
      fails('not_found'),
    );
  });

  it('keep their answers if the request fails, and are sent by the retry', async () => {
    let refusals = 1;
    const server = await serve(({path}, response) => {
      if (path === '/continue' && refusals-- > 0) {
        json(response, {detail: 'Busy'}, 500);
        return;
      }
      const first = [begun(), word('1', 'May I?'), question('first'), over];
      stream(response).end(framed(path === '/send' ? first : [word('2', 'Thanks.'), over]));
    });
    const chat = chatWith(server);
    const turn = chat.send('Go');
    await untilTrue(chat, () => chat.status === 'waiting');
    const [open] = openRequests(chat.conversation);
    await chat.reply(open?.id ?? '', {type: 'confirm', input: true});
    await turn;
    assert.equal(chat.lastError?.code, 'server_error');
    assert.equal(questionsIn(chat.conversation)[0]?.answer?.input, true);
    await chat.retry();
    const [, again] = continued(server);
    assert.ok(again);
    assert.equal(questionsIn(sent(again))[0]?.answer?.input, true);
    assert.equal(plainText(answerOf(chat)), 'May I?\n\nThanks.');
    assert.equal(chat.lastError, undefined);
  });

  describe('after a reload', () => {
    const stored: MessageItem = {
      id: 'm-2',
      messageId: 'm-2',
      kind: 'message',
      role: 'assistant',
      status: 'done',
      children: [
        {id: 'm-2.1', kind: 'text', status: 'done', children: [], text: 'May I?'},
        {
          id: 'm-2.ask',
          kind: 'request',
          status: 'waiting',
          children: [],
          prompt: 'May I?',
          inputTypes: ['confirm'],
        },
      ],
    };
    const protocol = opsProtocol({
      continuesMessages: true,
      operations: {
        history: {
          request: ({session}) => ({method: 'GET', path: `${session}/history`}),
          read: ({body}) => ({messages: body as readonly MessageItem[]}),
        },
      },
    });
    const answered = {id: 'm-2.2', kind: 'text', status: 'done', children: [], text: 'Thanks.'};
    /** A server that stores the answer, and what continues it. */
    const storing = (): Promise<WebServer> => {
      let children: readonly object[] = stored.children;
      return serve(({path}, response) => {
        if (path === '/s-1/history') {
          json(response, [{...stored, children}]);
          return;
        }
        children = [...stored.children.slice(0, 1), answered];
        stream(response).end(framed([word('2', 'Thanks.'), over]));
      });
    };

    it('are open again, and the stored answer is continued', async () => {
      const server = await storing();
      const events: string[] = [];
      const chat = chatWith(server, {
        protocol,
        sessionId: 's-1',
        onEvent: ({type}) => events.push(type),
      });
      await untilTrue(chat, () => chat.status === 'waiting');
      assert.ok(events.includes('input-required'));
      await chat.reply('m-2.ask', {type: 'confirm', input: true});
      await untilTrue(chat, () => plainText(answerOf(chat)) === 'May I?\n\nThanks.');
      const [request] = continued(server);
      assert.ok(request);
      assert.equal(questionsIn(sent(request))[0]?.answer?.input, true);
      assert.equal(answerOf(chat).id, 'm-2');
    });

    it('are closed here when they are answered in another tab', async () => {
      const server = await storing();
      const storage = memory();
      const [one, two] = [1, 2].map(() => chatWith(server, {protocol, storage, sessionId: 's-1'}));
      assert.ok(one && two);
      for (const chat of [one, two]) await untilTrue(chat, () => chat.status === 'waiting');
      await one.reply('m-2.ask', {type: 'confirm', input: true});
      await untilTrue(two, () => plainText(answerOf(two)) === 'May I?\n\nThanks.');
      await untilTrue(two, () => two.status === 'idle');
      assert.deepEqual(openRequests(two.conversation), []);
      assert.equal(answerOf(two).status, 'done');
      assert.equal(continued(server).length, 1);
    });
  });
});
