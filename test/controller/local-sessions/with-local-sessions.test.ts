import assert from 'node:assert/strict';
import {it} from 'node:test';
import {withLocalSessions} from '../../../src/controller/index.js';
import type {LocalSessionStore} from '../../../src/core/protocol/local-session-types.js';
import {openChat} from '../support/chat.js';
import {begun, framed, opsProtocol, over, word} from '../support/ops-protocol.js';
import {serve, stream} from '../support/web-server.js';

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
