import assert from 'node:assert/strict';
import {after, before, describe, it} from 'node:test';
import {ubik} from '../../src/core/index.js';
import {startServer, type AgentServer} from '../support/agent-server.js';
import {fails, memory, said, talkTo} from './support/chat.js';
import {ManualEnvironment} from './support/manual-environment.js';

const question = 'what is 6 * 7';

const answered = [`user: ${question}`, /42/] as const;

const isAnswered = (messages: readonly string[]): void => {
  assert.equal(messages.length, 2);
  assert.equal(messages[0], answered[0]);
  assert.match(messages[1] ?? '', answered[1]);
};

/** A protocol that loads when it is allowed to, and the number of its loads. */
function late(): {source: () => Promise<typeof ubik>; give: () => void; asked: () => number} {
  let asked = 0;
  let give = (): void => undefined;
  const gate = new Promise<void>(resolve => (give = resolve));
  return {
    source: async () => {
      asked += 1;
      await gate;
      return ubik;
    },
    give: () => give(),
    asked: () => asked,
  };
}

/** A protocol that cannot be fetched the first time. */
function shy(): () => Promise<typeof ubik> {
  let isThere = false;
  return async () => {
    await Promise.resolve();
    if (isThere) return ubik;
    isThere = true;
    throw new TypeError('not there');
  };
}

describe('a protocol that has to be fetched', () => {
  let server: AgentServer;
  before(async () => {
    server = await startServer();
  });
  after(() => server.stop());

  it('is waited for by a message, which is then on screen', async () => {
    const {source, give, asked} = late();
    const {chat} = talkTo(server, {protocol: source});
    const sent = chat.send(question);
    assert.deepEqual(said(chat), []);
    assert.deepEqual(chat.operations, {});
    give();
    await sent;
    isAnswered(said(chat));
    assert.equal(chat.operations, ubik.operations);
    assert.equal(asked(), 1);
  });

  it('is not needed to store a draft, unless the chat has ended', async () => {
    const storage = memory();
    const {chat} = talkTo(server, {protocol: late().source, storage});
    await Promise.resolve();
    chat.remember('draft', 'half a');
    assert.equal(chat.recall('draft'), 'half a');
    assert.equal(storage.entries.size, 1);
    chat.dispose();
    chat.remember('draft', 'half a sentence');
    assert.equal(chat.recall('draft'), 'half a');
  });

  it('stores nothing that is written after the user has logged out', async () => {
    const storage = memory();
    const {source, give} = late();
    give();
    const {chat} = talkTo(server, {protocol: source, storage});
    await chat.ready;
    await chat.shutdown();
    chat.remember('draft', 'half a');
    assert.equal(storage.entries.size, 0);
    chat.dispose();
  });

  it('is available at once for the next chat', async () => {
    const {source, give, asked} = late();
    give();
    await talkTo(server, {protocol: source}).chat.ready;
    const {chat} = talkTo(server, {protocol: source});
    const sent = chat.send(question);
    assert.deepEqual(said(chat), [`user: ${question}`]);
    await sent;
    assert.equal(asked(), 1);
  });

  it('is the last that was set, whichever loads first', async () => {
    const {source, give} = late();
    const {chat, events} = talkTo(server, {
      protocol: async () => {
        await source();
        throw new Error('must not be loaded');
      },
    });
    await new Promise(setImmediate); // It is being fetched.
    chat.configure({protocol: ubik});
    give();
    await chat.send(question);
    isAnswered(said(chat));
    const kept = events.filter(({type}) => type === 'error');
    assert.deepEqual(kept, []);
  });

  it('reports that it cannot be loaded, and is loaded by the next message', async () => {
    const {chat, events} = talkTo(server, {protocol: shy()});
    await chat.ready;
    assert.equal(chat.status, 'lost');
    assert.match(chat.lastError?.received ?? '', /not there/);
    assert.equal(events.filter(({type}) => type === 'error').length, 1);
    await chat.send(question);
    isAnswered(said(chat));
    assert.equal(chat.status, 'idle');
    assert.equal(chat.lastError, undefined);
  });

  it('returns a message that cannot be sent without it', async () => {
    const {chat} = talkTo(server, {protocol: () => Promise.reject(new Error('never'))});
    await assert.rejects(chat.send(question), fails('not_loaded'));
    assert.deepEqual(said(chat), []);
  });

  it('is loaded again when the network is back', async () => {
    const environment = new ManualEnvironment();
    const {chat, until} = talkTo(server, {protocol: shy()}, environment);
    await until(({status}) => status === 'lost');
    environment.wake('online');
    await until(({operations}) => operations === ubik.operations);
    assert.equal(chat.status, 'idle');
    assert.equal(chat.lastError, undefined);
    chat.dispose();
    assert.equal(environment.wakeListeners, 0);
  });
});
