import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import type {ChatController} from '../../../src/controller/index.js';
import type {Operation, Operations, RequestShape} from '../../../src/core/index.js';
import {until} from '../../support/until.js';
import {memory, openChat} from '../support/chat.js';
import {begun, framed, opsProtocol, over, word} from '../support/ops-protocol.js';
import {json, serve, stream, type WebServer} from '../support/web-server.js';

interface Held {
  readonly chat: ChatController;
  readonly server: WebServer;
  readonly storage: ReturnType<typeof memory>;
  /** Lets the server respond to the request that it holds. */
  readonly release: () => void;
}

const post = <In, Out>(path: string, read: () => Out): Operation<In, Out> => ({
  request: (input): RequestShape => ({method: 'POST', path, body: {json: input}}),
  read,
});

interface Situation {
  readonly operations: Partial<Operations>;
  /** The path whose requests the server holds. `/end` holds the end of the answer. */
  readonly held: string;
  readonly sessionId?: string;
}

async function holding({held, operations, sessionId}: Situation): Promise<Held> {
  let release = (): void => undefined;
  const gate = new Promise<void>(resolve => (release = resolve));
  const server = await serve(async ({path}, response) => {
    if (path === held) await gate;
    if (path === '/send') {
      stream(response).write(framed([begun({runId: 'r1'}), word('w', 'Hi.')]));
      if (held !== '/end') response.end(framed([over]));
    } else json(response, {});
  });
  const storage = memory();
  const protocol = opsProtocol({operations});
  const chat = openChat({endpoint: server.origin, protocol, storage, sessionId});
  return {chat, server, storage, release};
}

const history: Operations['history'] = post('history', () => ({messages: []}));

describe('a session that is opened', () => {
  it('stays open when another one is created late', async () => {
    const create: Operations['create'] = post('create', () => ({id: 'new'}));
    const operations = {create, history};
    const {chat, server, storage, release} = await holding({held: '/create', operations});
    await chat.ready;
    // Whoever has sent the message gets it back.
    const sent = assert.rejects(chat.send('Hello'), {name: 'AbortError'});
    await until(() => server.asked.some(({path}) => path === '/create'));
    await chat.loadSession('other');
    release();
    await sent;
    assert.equal(chat.session?.id, 'other');
    await chat.send('Again');
    const {body = ''} = server.asked.find(({path}) => path === '/send') ?? {};
    assert.equal((JSON.parse(body) as {session?: string}).session, 'other');
    assert.match([...storage.entries.values()].join(), /"session":"other"/);
  });

  for (const opened of ['other', undefined]) {
    it(`before the start is complete stays open (${opened ?? 'a new one'})`, async () => {
      const onboarding: Operations['onboarding'] = post('onboarding', () => ({questions: []}));
      const operations = {onboarding, history};
      const {chat, server, release} = await holding({
        held: '/onboarding',
        operations,
        sessionId: 'first',
      });
      await until(() => server.asked.some(({path}) => path === '/onboarding'));
      await (opened === undefined ? chat.newSession() : chat.loadSession(opened));
      release();
      await chat.ready;
      assert.equal(chat.session?.id, opened);
    });
  }

  it('leaves a message that was sent, whose sender gets no error, also if the next one is sent at once', async () => {
    const {chat, server} = await holding({held: '/end', operations: {history}});
    const first = chat.send('Hello');
    await until(() => chat.status === 'streaming');
    await chat.newSession();
    const second = chat.send('Again');
    assert.deepEqual(await first, {status: 'canceled'});
    await until(() => server.asked.filter(({path}) => path === '/send').length === 2);
    await chat.newSession();
    assert.deepEqual(await second, {status: 'canceled'});
  });

  it('leaves the first message of a new one, whose sender gets no answer of the other', async () => {
    const create: Operations['create'] = post('create', () => ({id: 'new'}));
    const answer = {kind: 'message', role: 'assistant', status: 'done', children: []} as const;
    const stored: Operations['history'] = {
      request: ({session}) => ({method: 'GET', path: session}),
      read: () => ({messages: [{...answer, id: 'a'}]}),
    };
    // The stored answer is loaded after its stream.
    const {chat, server, release} = await holding({
      held: '/new',
      operations: {create, history: stored},
    });
    const sent = chat.send('Hello');
    await until(() => server.asked.some(({path}) => path === '/new'));
    await chat.loadSession('other');
    release();
    assert.deepEqual(await sent, {status: 'canceled'});
  });

  it('that is new is created for its own first message', async () => {
    const create: Operations['create'] = {
      request: input => ({method: 'POST', path: 'create', body: {json: input}}),
      read: () => ({id: 'new'}),
    };
    const {chat, server, release} = await holding({held: '/create', operations: {create, history}});
    await chat.ready;
    const created = (): string[] =>
      server.asked.filter(({path}) => path === '/create').map(({body}) => body);
    const first = assert.rejects(chat.send('My salary'), {name: 'AbortError'});
    await until(() => created().length === 1);
    await chat.newSession();
    await first;
    const second = chat.send('A poem');
    await until(() => created().length === 2);
    release();
    await second;
    const found = created().map(body => JSON.parse(body) as unknown);
    assert.deepEqual(found, [{title: 'My salary'}, {title: 'A poem'}]);
  });

  it('is waited for by those who began to wait at another endpoint', async () => {
    const {chat, release} = await holding({
      held: '/history',
      operations: {history},
      sessionId: 'first',
    });
    const {ready} = chat;
    await until(() => chat.session !== undefined);
    const elsewhere = await serve((_, response) => json(response, {}));
    chat.configure({endpoint: elsewhere.origin});
    let isReady = false;
    void ready.then(() => (isReady = true));
    await until(() => isReady);
    assert.equal(chat.session?.id, 'first');
    release();
  });

  it('does not join the run of the session before it', async () => {
    let read = 0;
    const user = {id: 'u', kind: 'message', role: 'user', status: 'done', children: []} as const;
    const operations: Partial<Operations> = {
      history: post('history', () => {
        read += 1;
        return {messages: [user]};
      }),
      attach: post('attach', () => ({})),
    };
    const {chat, server} = await holding({held: '/end', operations, sessionId: 'first'});
    await chat.ready;
    void chat.send('Hello');
    await until(() => chat.status === 'streaming');
    await chat.loadSession('other');
    await until(() => read === 2 && chat.status === 'idle');
    const kept = server.asked.filter(({path}) => path === '/attach');
    assert.deepEqual(kept, []);
    assert.equal(chat.lastError, undefined);
    const joined = chat.loadSession('first');
    await until(() => server.asked.some(({path}) => path === '/attach'));
    await joined;
  });

  it('that is new sends its message although the one before does not load', async () => {
    const {chat, server, release} = await holding({held: '/history', operations: {history}});
    await chat.ready;
    void chat.loadSession('slow');
    await until(() => server.asked.some(({path}) => path === '/history'));
    await chat.newSession();
    await chat.send('Hello');
    assert.ok(server.asked.some(({path}) => path === '/send'));
    release();
  });

  it('at the start gets a file that is attached before, instead of a new session', async () => {
    const onboarding: Operations['onboarding'] = post('onboarding', () => ({questions: []}));
    const create: Operations['create'] = post('create', () => ({id: 'new'}));
    const upload: Operations['upload'] = {
      request: ({session}) => ({method: 'POST', path: `upload/${session}`}),
      read: () => ({id: 'f', name: 'note.txt', status: 'ready'}),
    };
    const operations = {onboarding, create, upload, history};
    const {chat, server, release} = await holding({
      held: '/onboarding',
      operations,
      sessionId: 'first',
    });
    const uploaded = chat.upload(new File(['words'], 'note.txt'));
    await until(() => server.asked.some(({path}) => path === '/onboarding'));
    release();
    await uploaded;
    const kept = server.asked.map(({path}) => path).filter(path => /create|upload/.test(path));
    assert.deepEqual(kept, ['/upload/first']);
  });

  it('sends no message before the agent is known', async () => {
    const onboarding = post('onboarding', () => ({agent: 'ag1', questions: []}));
    const operations = {history, onboarding};
    const {chat, server, release} = await holding({held: '/onboarding', operations});
    await until(() => server.asked.some(({path}) => path === '/onboarding'));
    await chat.loadSession('other');
    const sent = chat.send('Hello');
    release();
    await sent;
    const body = server.asked.find(({path}) => path === '/send')?.body ?? '';
    assert.match(body, /"agentId":"ag1"/);
  });
});
