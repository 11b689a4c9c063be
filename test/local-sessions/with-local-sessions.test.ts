import assert from 'node:assert/strict';
import {it, mock} from 'node:test';
import {
  withLocalSessions,
  type ChatController,
  type ChatEvent,
} from '../../src/controller/index.js';
import type {LocalSessionStore} from '../../src/core/protocol/local-session-types.js';
import {userMessage} from '../../src/core/protocol/operations/user-message.js';
import {openChat, said} from '../controller/support/chat.js';
import {until} from '../support/until.js';
import {begun, framed, opsProtocol, over, word} from '../controller/support/ops-protocol.js';
import {json, serve, stream} from '../controller/support/web-server.js';

/** A store in memory, of which `load` and `clear` wait until they may. */
function slowStore() {
  const ids = new Set<string>();
  let allow = (): void => undefined;
  const allowed = new Promise<void>(resolve => (allow = resolve));
  const store: LocalSessionStore = {
    list: () => Promise.resolve({sessions: [...ids].map(id => ({id})), more: false}),
    load: async () => {
      await allowed;
      return undefined;
    },
    save: async (_scope, {id}) => {
      await Promise.resolve();
      ids.add(id);
    },
    rename: () => Promise.resolve(),
    remove: () => Promise.resolve(),
    clear: async () => {
      await allowed;
      ids.clear();
    },
  };
  return {store, ids, allow};
}

const answering = () =>
  serve((_, response) => {
    stream(response).end(framed([begun(), word('1', 'Hello'), over]));
  });

it('removes the stored conversations before a log-out is complete', async () => {
  const {store, ids, allow} = slowStore();
  const {origin} = await answering();
  const chat = openChat({endpoint: origin, protocol: withLocalSessions(opsProtocol({}), {store})});
  await chat.send('Go');
  await chat.newSession();
  assert.equal(ids.size, 1);
  const ended = chat.shutdown();
  allow();
  await ended;
  assert.equal(ids.size, 0);
});

/** What can be the case when the user logs out and there is no chat. */
const withoutChat = {
  'the chat has ended with its host': chat => chat.dispose(),
  'the user has withdrawn the consent': chat => chat.configure({consent: false}),
} satisfies Record<string, (chat: ChatController) => void>;

for (const [name, act] of Object.entries(withoutChat)) {
  it(`removes the stored conversations when the user logs out and ${name}`, async () => {
    const {store, ids, allow} = slowStore();
    allow();
    const {origin} = await answering();
    const protocol = withLocalSessions(opsProtocol({}), {store});
    const chat = openChat({endpoint: origin, protocol});
    await chat.send('Go');
    await chat.newSession();
    act(chat);
    assert.equal(ids.size, 1);
    await chat.shutdown();
    assert.equal(ids.size, 0);
  });
}

it('removes the stored conversations of a chat whose protocol has not been loaded yet', async () => {
  const {store, ids, allow} = slowStore();
  allow();
  ids.add('of an earlier visit');
  const {origin} = await answering();
  let load = (): void => undefined;
  const loaded = new Promise<void>(resolve => (load = resolve));
  const source = () => loaded.then(() => opsProtocol({}));
  const chat = openChat({endpoint: origin, protocol: withLocalSessions(source, {store})});
  const ended = chat.shutdown();
  load();
  await ended;
  assert.equal(ids.size, 0);
});

it('keeps a session that begins with a file, in another tab too, and names it after the message', async () => {
  const {store, ids, allow} = slowStore();
  allow();
  const removed: string[] = [];
  const remove: LocalSessionStore['remove'] = (_scope, id) => {
    removed.push(id);
    return Promise.resolve();
  };
  const {origin} = await serve(({path}, response) => {
    if (path.includes('upload')) json(response, {});
    else stream(response).end(framed([begun(), word('1', 'Hello'), over]));
  });
  const upload = {
    request: () => ({method: 'POST', path: 'upload'}) as const,
    read: () => ({id: 'f1', name: 'note.txt', status: 'ready'}) as const,
  };
  const open = () =>
    openChat({
      endpoint: origin,
      protocol: withLocalSessions(opsProtocol({operations: {upload}}), {store: {...store, remove}}),
    });
  const [chat, other] = [open(), open()];
  await Promise.all([chat.ready, other.ready]);
  const named = (): readonly (string | undefined)[] => [chat.session?.id, chat.session?.title];
  await chat.upload(new File(['words'], 'note.txt'));
  await chat.send('What is in this file?', {files: ['f1']});
  const [first = '', title] = named();
  assert.equal(title, 'What is in this file?');
  await chat.newSession();
  assert.deepEqual([...ids], [first]);
  await chat.upload(new File(['words'], 'note.txt'));
  const [second = ''] = named();
  await chat.renameSession(second, 'My name');
  await chat.send('And in this one?', {files: ['f1']});
  assert.deepEqual(named(), [second, 'My name']);
  // A message of the first tab that follows the others: the second one has received them.
  await chat.removeSession(first);
  await until(() => removed.length === 2);
  assert.deepEqual(removed, [first, first]);
});

it('leaves the sessions of a server that creates them unchanged, and says so', async () => {
  const warn = mock.method(console, 'warn', () => undefined);
  const {origin, asked} = await serve(({path}, response) => {
    if (path.endsWith('/new')) json(response, {id: 'of-the-server'});
    else stream(response).end(framed([begun(), word('1', 'Hello'), over]));
  });
  const create = {
    request: () => ({method: 'POST', path: 'new'}) as const,
    read: ({body}: {body: unknown}) => body as {id: string},
  };
  const own = opsProtocol({operations: {create}});
  const protocol = withLocalSessions(own, {store: slowStore().store});
  assert.equal(protocol, own);
  assert.match(String(warn.mock.calls[0]?.arguments), /local-sessions has no effect/);
  mock.restoreAll();
  const chat = openChat({endpoint: origin, protocol});
  await chat.send('Go');
  assert.equal(chat.session?.id, 'of-the-server');
  assert.match(asked[0]?.path ?? '', /\/new$/);
});

it('reports that the stored conversations could not be removed without a chat', async () => {
  const events: ChatEvent[] = [];
  const protocol = (): never => {
    throw new Error('offline');
  };
  const chat = openChat({protocol, consent: false, onEvent: event => events.push(event)});
  await chat.shutdown();
  assert.match(JSON.stringify(events), /session-not-stored.*could not be removed: Error: offline/);
});

it('sends a message that was written while a session was opened after the stored messages', async () => {
  const {store, allow} = slowStore();
  const {origin, asked} = await answering();
  const earlier = userMessage('user-9', 'Earlier', {});
  const load: LocalSessionStore['load'] = async (scope, id) => {
    await store.load(scope, id);
    return {id, messages: [earlier]};
  };
  const protocol = withLocalSessions(opsProtocol({}), {store: {...store, load}});
  const chat = openChat({endpoint: origin, protocol});
  await chat.ready;
  const opened = chat.loadSession('stored');
  const sent = chat.send('Go');
  allow();
  await Promise.all([opened, sent]);
  assert.deepEqual(said(chat), ['user: Earlier', 'user: Go', 'assistant: Hello']);
  assert.match(asked[0]?.body ?? '', /Earlier.*Go/);
});

it('does not name a new conversation after a message that was left while the chat started', async () => {
  const {store, allow} = slowStore();
  const {origin} = await answering();
  const protocol = withLocalSessions(opsProtocol({}), {store});
  const chat = openChat({endpoint: origin, protocol, sessionId: 'stored'});
  const sent = chat.send('Go');
  await chat.newSession();
  allow();
  await assert.rejects(sent, {name: 'AbortError'});
  assert.equal(chat.session, undefined);
});
