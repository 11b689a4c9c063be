import assert from 'node:assert/strict';
import {it} from 'node:test';
import {withLocalSessions} from '../../src/controller/index.js';
import {agUi, type MessageItem} from '../../src/core/index.js';
import type {LocalSessionStore} from '../../src/core/protocol/local-session-types.js';
import type {SessionInfo} from '../../src/core/protocol/session-types.js';
import {memory, openChat, said, untilTrue} from '../controller/support/chat.js';
import {ManualEnvironment} from '../controller/support/manual-environment.js';
import {bodyOf} from '../controller/support/streams.js';
import {serve, stream, type WebServer} from '../controller/support/web-server.js';

interface Stored extends SessionInfo {
  readonly messages: readonly MessageItem[];
}

/** A store in memory, of which `load` waits for `loading`. */
function memoryStore() {
  const sessions = new Map<string, Stored>();
  const stored = {sessions, loading: Promise.resolve()};
  const store: LocalSessionStore = {
    list: () => Promise.resolve({sessions: [...sessions.values()], more: false}),
    load: async (_scope, id) => {
      await stored.loading;
      return sessions.get(id);
    },
    save: (_scope, session, messages) => {
      sessions.set(session.id, {...session, messages});
      return Promise.resolve();
    },
    rename: () => Promise.resolve(),
    remove: (_scope, id) => {
      sessions.delete(id);
      return Promise.resolve();
    },
    clear: () => {
      sessions.clear();
      return Promise.resolve();
    },
  };
  return Object.assign(stored, {store});
}

/** Answers the n-th request with `Answer n`. */
function answering(): Promise<WebServer> {
  let count = 0;
  return serve((_, response) => {
    count += 1;
    const messageId = `m${count}`;
    stream(response).end(
      bodyOf([
        {type: 'RUN_STARTED', threadId: 't', runId: `r${count}`},
        {type: 'TEXT_MESSAGE_START', messageId, role: 'assistant'},
        {type: 'TEXT_MESSAGE_CONTENT', messageId, delta: `Answer ${count}`},
        {type: 'TEXT_MESSAGE_END', messageId},
        {type: 'RUN_FINISHED', threadId: 't', runId: `r${count}`},
      ]),
    );
  });
}

it('keeps the stored messages if the first message of a page is sent before they are loaded', async () => {
  const stored = memoryStore();
  const {origin} = await answering();
  const options = {
    endpoint: origin,
    protocol: withLocalSessions(agUi, {store: stored.store}),
    storage: memory(),
  };
  const first = openChat(options);
  await first.send('A question');
  first.dispose();
  let load = (): void => undefined;
  stored.loading = new Promise(resolve => (load = resolve));
  const second = openChat(options);
  const sent = second.send('Another');
  load();
  await sent;
  assert.deepEqual(said(second), [
    'user: A question',
    'assistant: Answer 1',
    'user: Another',
    'assistant: Answer 2',
  ]);
});

it('sends the context of a message only in the conversation of that message', async () => {
  const {store} = memoryStore();
  const {origin, asked} = await answering();
  const options = {endpoint: origin, protocol: withLocalSessions(agUi, {store}), storage: memory()};
  const first = openChat(options);
  await first.send('A question');
  const session = first.session?.id ?? '';
  first.dispose();
  const second = openChat(options);
  await second.ready;
  await second.newSession();
  await second.send('About it', {context: {title: 'Invoice 17', data: {secret: 1}}});
  await second.loadSession(session);
  await second.regenerate(second.conversation.children.at(-1)?.id ?? '');
  const found = asked.map(({body}) => body.includes('Invoice 17'));
  assert.deepEqual(found, [false, true, false]);
});

it('removes a conversation whose only message is withdrawn', async () => {
  const {store, sessions} = memoryStore();
  const {origin, asked} = await answering();
  const environment = new ManualEnvironment();
  const protocol = withLocalSessions(agUi, {store});
  const chat = openChat({endpoint: 'http://127.0.0.1:1', protocol, storage: memory()}, environment);
  await chat.ready;
  environment.isOnline = false;
  await chat.send('Never mind');
  environment.advance(1000);
  const stored = (): unknown[] =>
    [...sessions.values()].map(({messages}) => messages.map(({role}) => role));
  assert.deepEqual(stored(), [['user']]);
  chat.withdraw();
  environment.advance(1000);
  assert.deepEqual(stored(), []);
  // A conversation that is being loaded again is not an empty one.
  environment.isOnline = true;
  chat.configure({endpoint: origin});
  await chat.send('A question');
  const session = chat.session?.id ?? '';
  environment.advance(1000);
  const opened = chat.loadSession(session);
  environment.advance(1000);
  await opened;
  assert.deepEqual([stored(), asked.length], [[['user', 'assistant']], 1]);
});

it('sends a message again that an earlier page could not send, which can then not be withdrawn', async () => {
  const {store} = memoryStore();
  const {origin, asked} = await answering();
  const environment = new ManualEnvironment();
  const protocol = withLocalSessions(agUi, {store});
  const options = {endpoint: origin, protocol, storage: memory()};
  const failing = () => Promise.reject(new TypeError('no network'));
  const first = openChat({...options, fetch: failing}, environment);
  environment.isOnline = false;
  await first.send('Hello');
  first.dispose();
  const second = openChat(options);
  await untilTrue(second, ({lastError}) => lastError !== undefined);
  await second.retry();
  assert.deepEqual(said(second), ['user: Hello', 'assistant: Answer 1']);
  assert.equal(second.conversation.children[0]?.status, 'done');
  assert.deepEqual([second.withdraw(), asked.length], [undefined, 1]);
});
