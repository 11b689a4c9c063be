import assert from 'node:assert/strict';
import type {ServerResponse} from 'node:http';
import {describe, it} from 'node:test';
import {
  withLocalSessions,
  type ChatController,
  type ChatEvent,
  type ChatOptions,
} from '../../../src/controller/index.js';
import type {LocalSessionStore} from '../../../src/core/protocol/local-session-types.js';
import type {MessageItem, Operations, Protocol} from '../../../src/core/index.js';
import {until} from '../../support/until.js';
import {memory, openChat, said} from '../support/chat.js';
import {begun, framed, opsProtocol, over, word} from '../support/ops-protocol.js';
import {json, serve, stream, type WebServer} from '../support/web-server.js';

const itemOf = (id: string, role: 'user' | 'assistant', text: string): MessageItem => ({
  id,
  kind: 'message',
  role,
  status: 'done',
  messageId: id,
  children: [{id: `${id}-t`, kind: 'text', status: 'done', children: [], text}],
});
const stored = [itemOf('u1', 'user', 'Old'), itemOf('a1', 'assistant', 'Known.')];

const post = (path: string) => ({
  request: (input: object) => ({method: 'POST' as const, path, body: {json: input}}),
  read: () => ({}),
});
const operations: Partial<Operations> = {
  history: {
    request: ({session}) => ({method: 'GET', path: `history/${session}`}),
    read: ({body}) => body as {messages: readonly MessageItem[]},
  },
  regenerate: post('regenerate'),
};

type Respond = (path: string, response: ServerResponse) => Promise<void> | void;

interface Situation {
  readonly server: WebServer;
  readonly chat: ChatController;
  readonly events: ChatEvent[];
  readonly paths: (part: string) => string[];
}

/** A chat with a server that answers messages after `respond` has not; the end of an answer waits for `mayEnd`. */
async function situation(
  protocol: Protocol,
  respond: Respond,
  {mayEnd, ...options}: ChatOptions & {readonly mayEnd?: Promise<void>} = {},
): Promise<Situation> {
  const server = await serve(async ({path}, response) => {
    await respond(path, response);
    if (response.writableEnded) return;
    const answer = stream(response);
    answer.write(framed([begun({messageId: 'a2'}), word('w', 'Hi.')]));
    await mayEnd;
    answer.end(framed([over]));
  });
  const events: ChatEvent[] = [];
  const chat = openChat({
    endpoint: server.origin,
    protocol,
    storage: null,
    maxRetries: 0,
    onEvent: event => events.push(event),
    ...options,
  } as ChatOptions);
  const paths = (part: string): string[] =>
    server.asked.map(({path}) => path).filter(path => path.includes(part));
  return {server, chat, events, paths};
}

function gate(): {readonly opened: Promise<void>; readonly open: () => void} {
  let open = (): void => undefined;
  const opened = new Promise<void>(resolve => (open = resolve));
  return {opened, open};
}

describe('a session that was left while it loaded', () => {
  for (const status of [403, 410, 500, 200]) {
    it(`does not change the one that is displayed by its end with ${status}`, async () => {
      const held = gate();
      const storage = memory();
      const protocol = opsProtocol({operations, clientIds: ['session']});
      const {chat, events, paths} = await situation(
        protocol,
        async (path, response) => {
          if (path === '/history/left') await held.opened;
          const code = path === '/history/left' ? status : 200;
          if (path.startsWith('/history')) json(response, {messages: stored}, code);
        },
        {storage},
      );
      await chat.ready;
      const leaving = chat.loadSession('left');
      await until(() => paths('/history/left').length === 1);
      await chat.loadSession('shown');
      held.open();
      await leaving;
      await new Promise(resolve => setTimeout(resolve, 50));
      assert.deepEqual(
        [chat.session?.id, chat.status, chat.lastError],
        ['shown', 'idle', undefined],
      );
      assert.match([...storage.entries.values()].join(), /"session":"shown"/);
      assert.deepEqual(said(chat), ['user: Old', 'assistant: Known.']);
      assert.ok(events.every(({type}) => type !== 'error'));
    });
  }

  it('does not replace the id of the displayed one when it was the remembered one', async () => {
    const held = gate();
    const storage = memory();
    const protocol = opsProtocol({operations, clientIds: ['session']});
    const respond: Respond = async (path, response) => {
      if (path === '/history/gone') await held.opened;
      if (path === '/history/gone') json(response, {}, 404);
      else if (path.startsWith('/history')) json(response, {messages: stored});
    };
    const {chat, server, paths} = await situation(protocol, respond, {storage});
    await chat.ready;
    void chat.loadSession('gone');
    await until(() => paths('/history/gone').length === 1);
    chat.dispose();
    const next = openChat({endpoint: server.origin, protocol, storage});
    await until(() => paths('/history/gone').length === 2);
    await next.loadSession('shown');
    held.open();
    await next.send('More');
    await new Promise(resolve => setTimeout(resolve, 50));
    assert.equal(next.session?.id, 'shown');
    assert.match(server.asked.find(({path}) => path === '/send')?.body ?? '', /"session":"shown"/);
  });
});

describe('what fails to load during a run', () => {
  it('leaves the status and the error to the run', async () => {
    const onboarding: Operations['onboarding'] = {
      request: () => ({method: 'GET', path: 'agent'}),
      read: () => ({questions: []}),
    };
    const held = gate();
    const {chat, events, paths} = await situation(
      opsProtocol({operations: {onboarding}}),
      async (path, response) => {
        if (path !== '/agent') return;
        await held.opened;
        json(response, {}, 503);
      },
    );
    const statuses = new Set<string>();
    chat.subscribe(() => statuses.add(chat.status));
    const sent = chat.send('Hello');
    await until(() => paths('agent').length === 1 && chat.status === 'connecting');
    held.open();
    const outcome = await sent;
    assert.deepEqual(
      [outcome.status, outcome.error, chat.lastError],
      ['done', undefined, undefined],
    );
    assert.ok(!statuses.has('lost'));
    assert.ok(events.some(({type}) => type === 'error'));
  });

  it('is loaded again by `retry`, which requests no second answer', async () => {
    let isBroken = true;
    const onboarding: Operations['onboarding'] = {
      request: () => ({method: 'GET', path: 'agent'}),
      read: () => ({questions: ['What?']}),
    };
    const {chat, paths} = await situation(
      opsProtocol({operations: {...operations, onboarding}}),
      (path, response) => {
        if (path === '/agent') json(response, {}, isBroken ? 503 : 200);
      },
    );
    chat.show({version: 1, children: stored});
    await chat.ready;
    assert.equal(chat.status, 'lost');
    isBroken = false;
    await chat.retry();
    assert.deepEqual([chat.status, chat.lastError, paths('agent').length], ['idle', undefined, 2]);
    assert.deepEqual(chat.onboarding, {questions: ['What?']});
    assert.deepEqual(paths('regenerate'), []);
  });

  it('is the history again, also after a permanent error', async () => {
    let isBroken = true;
    const {chat, paths} = await situation(
      opsProtocol({operations}),
      (path, response) => {
        if (path.startsWith('/history')) json(response, {messages: stored}, isBroken ? 400 : 200);
      },
      {sessionId: 'S'},
    );
    chat.show({version: 1, children: stored});
    await chat.ready;
    assert.equal(chat.lastError?.status, 400);
    isBroken = false;
    await chat.retry();
    assert.deepEqual(
      [chat.lastError, paths('regenerate'), paths('history').length],
      [undefined, [], 2],
    );
  });
});

describe('a message to a session that could not be loaded', () => {
  const texts = (body: string): unknown =>
    (JSON.parse(body) as {conversation: {children: readonly MessageItem[]}}).conversation.children
      .length;

  for (const isWaiting of [true, false]) {
    it(`goes with the earlier ones, or not at all (sent ${isWaiting ? 'before' : 'after'} the error)`, async () => {
      let isBroken = true;
      const {chat, server, paths} = await situation(
        opsProtocol({operations, sendsConversation: true}),
        (path, response) => {
          if (path.startsWith('/history')) json(response, {messages: stored}, isBroken ? 503 : 200);
        },
        {sessionId: 'S'},
      );
      if (!isWaiting) await chat.ready;
      const outcome = await chat.send('More');
      assert.deepEqual([outcome.status, outcome.error?.code], ['not-sent', 'server_error']);
      assert.deepEqual(paths('send'), []);
      isBroken = false;
      await chat.retry();
      const {body = ''} = server.asked.find(({path}) => path === '/send') ?? {};
      assert.equal(texts(body), 3);
      assert.deepEqual(said(chat).slice(0, 3), ['user: Old', 'assistant: Known.', 'user: More']);
    });
  }

  it('is sent where the server knows the earlier ones', async () => {
    const {chat} = await situation(
      opsProtocol({operations}),
      (path, response) => {
        if (path.startsWith('/history')) json(response, {}, 503);
      },
      {sessionId: 'S'},
    );
    await chat.ready;
    assert.equal((await chat.send('More')).status, 'done');
  });

  it('is stored in the browser with the earlier ones, once the store works', async () => {
    let isBroken = true;
    let saved: readonly MessageItem[] = stored;
    const store: LocalSessionStore = {
      list: () => Promise.resolve({sessions: [], more: false}),
      load: () =>
        isBroken
          ? Promise.reject(new Error('The store is locked.'))
          : Promise.resolve({id: 'S', messages: saved}),
      save: (_scope, _session, messages) => {
        saved = messages;
        return Promise.resolve();
      },
      rename: () => Promise.resolve(),
      remove: () => Promise.resolve(),
      clear: () => Promise.resolve(),
    };
    const {chat, events, paths} = await situation(
      withLocalSessions(opsProtocol(), {store}),
      () => undefined,
      {sessionId: 'S'},
    );
    await chat.ready;
    const codes = events.flatMap(event =>
      event.type === 'diagnostic' ? event.diagnostic.code : [],
    );
    assert.deepEqual(codes, ['session-not-stored']);
    assert.equal((await chat.send('More')).status, 'not-sent');
    assert.deepEqual(paths('send'), []);
    isBroken = false;
    await chat.retry();
    await until(() => saved.length === 4);
  });
});

describe('`loading`', () => {
  it('is true while each session that is opened is loaded, and false for a new one', async () => {
    const [first, held] = [gate(), gate()];
    const {chat} = await situation(
      opsProtocol({operations, clientIds: ['session']}),
      async (path, response) => {
        if (path === '/history/one') await first.opened;
        if (path === '/history/two') await held.opened;
        if (path.startsWith('/history'))
          json(response, {messages: []}, path === '/history/bad' ? 400 : 200);
      },
      {sessionId: 'one'},
    );
    await until(() => chat.session !== undefined);
    assert.equal(chat.loading, true);
    first.open();
    await chat.ready;
    assert.equal(chat.loading, false);
    const opening = chat.loadSession('two');
    assert.equal(chat.loading, true);
    await chat.newSession();
    assert.equal(chat.loading, false);
    held.open();
    await opening;
    assert.equal(chat.loading, false);
    const failing = chat.loadSession('bad');
    assert.equal(chat.loading, true);
    await failing;
    assert.equal(chat.loading, false);
    await chat.newSession();
    await chat.send('Hello');
    assert.equal(chat.loading, false);
  });
});
