import assert from 'node:assert/strict';
import {it} from 'node:test';
import {emptyConversation, type Protocol} from '../../src/core/index.js';
import {reduce} from '../../src/core/model/reduce.js';
import type {ChatController} from '../../src/controller/index.js';
import {until} from '../support/until.js';
import {memory, openChat} from './support/chat.js';
import {begun, framed, opsProtocol, over, word} from './support/ops-protocol.js';
import {serve, stream} from './support/web-server.js';

const answering = () =>
  serve((_, response) => {
    stream(response).end(framed([begun(), word('1', 'Hello'), over]));
  });

/** A protocol that loads when it is allowed to. */
function late() {
  let give = (): void => undefined;
  const gate = new Promise<void>(resolve => (give = resolve));
  const source = async (): Promise<Protocol> => {
    await gate;
    return opsProtocol();
  };
  return {source, give: () => give()};
}

const ways = {
  'the user logs out': chat => void chat.shutdown(),
  'another user is set': chat => chat.configure({userId: 'bob', getToken: () => 'bob'}),
  'the chat ends': chat => chat.dispose(),
} satisfies Record<string, (chat: ChatController) => void>;

for (const [name, leave] of Object.entries(ways)) {
  it(`a message that waits for the protocol is not sent after ${name}`, async () => {
    const {origin, asked} = await answering();
    const {source, give} = late();
    const alice = {userId: 'alice', getToken: () => 'alice'};
    const chat = openChat({endpoint: origin, protocol: source, storage: memory(), ...alice});
    const sent = assert.rejects(chat.send('Words of Alice'), {name: 'AbortError'});
    leave(chat);
    give();
    await sent;
    assert.deepEqual(asked, []);
    await chat.send('Later words');
    assert.equal(asked.length, 1);
  });
}

it('a conversation that is shown before the protocol is loaded is cleared by a log-out', async () => {
  const {origin} = await answering();
  const {source, give} = late();
  const chat = openChat({endpoint: origin, protocol: source, storage: memory()});
  chat.show(reduce(emptyConversation, [{op: 'open', id: 'm', kind: 'message', fields: {}}]));
  const ended = chat.shutdown();
  give();
  await ended;
  assert.deepEqual(chat.conversation.children, []);
});

it('a chat that is removed from its page is cleared when the user logs out in another tab', async () => {
  const {origin} = await answering();
  const options = {endpoint: origin, protocol: opsProtocol(), storage: memory()};
  const [removed, other] = [openChat(options), openChat(options)];
  await removed.send('Private words');
  removed.dispose();
  await other.shutdown();
  await until(() => removed.conversation.children.length === 0);
  removed.hostConnected();
  await removed.send('Words of the next user');
  removed.dispose();
  removed.dispose();
  await other.shutdown();
  await until(() => removed.conversation.children.length === 0);
});
