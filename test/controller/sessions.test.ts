import assert from 'node:assert/strict';
import {after, afterEach, before, describe, it} from 'node:test';
import {startServer, type AgentServer} from '../support/agent-server.js';
import {
  arm,
  behave,
  disarm,
  lastWords,
  memoryStorage,
  openChat,
  posted,
  revokeTokens,
  until,
} from './support/demo-chat.js';

const limit = {timeout: 20_000};

describe('a session', () => {
  let server: AgentServer;

  before(async () => {
    server = await startServer();
  });
  afterEach(async () => {
    await disarm(server);
    await behave(server, {pace: 0});
  });
  after(() => server.stop());

  it('names a session by the first words that were said in it', limit, async () => {
    const {chat} = openChat(server);
    await chat.send(`hello ${'world '.repeat(30)}`);
    assert.match(chat.session?.title ?? '', /^hello world .*world…$/);
    assert.ok((chat.session?.title?.length ?? 99) <= 61);
    chat.dispose();
  });

  it('is loaded as soon as the server can be asked again', limit, async () => {
    const storage = memoryStorage();
    const first = openChat(server, {storage}).chat;
    await first.send('what is 6 * 7');
    first.dispose();
    await arm(server, {kind: 'status', status: 503, on: 'history', times: 2});
    const second = openChat(server, {storage}).chat;
    await second.ready;
    assert.equal(second.status, 'lost');
    assert.equal(second.session?.id, first.session?.id);
    await until('the session is on screen', () => lastWords(second).includes('42'));
    assert.equal(second.status, 'idle');
    assert.equal(second.lastError, undefined);
    assert.deepEqual(
      second.conversation.children.map(({status}) => status),
      first.conversation.children.map(({status}) => status),
    );
    second.dispose();
  });

  it(
    'is joined after a reload although the connection drops again and the token is refused',
    limit,
    async () => {
      const storage = memoryStorage();
      await behave(server, {pace: 0.3});
      const before = await posted(server);
      const first = openChat(server, {storage}).chat;
      void first.send('compare 3 * 5 and 4 * 4');
      await until('the answer has begun', () => first.conversation.children.length === 2);
      first.dispose();
      await arm(server, {kind: 'drop', at_frame: 5, on: 'attach'});
      await revokeTokens(server);
      const second = openChat(server, {storage}).chat;
      await second.ready;
      await until('a question is open', () => second.status === 'waiting');
      await second.send('table');
      await until('the run has ended', () => second.status === 'idle');
      assert.match(lastWords(second), /You can check the numbers yourself/);
      assert.equal(second.conversation.children.length, 2);
      assert.equal((await posted(server)) - before, 2);
      second.dispose();
    },
  );

  it('keeps nothing of the user in storage after shutdown', limit, async () => {
    const storage = memoryStorage();
    const {chat} = openChat(server, {storage, userId: 'u'});
    await chat.send('hello');
    chat.remember('draft', 'half a sentence');
    assert.equal(chat.recall('draft'), 'half a sentence');
    assert.equal(storage.entries.size, 1);
    await chat.shutdown();
    assert.equal(storage.entries.size, 0);
    assert.equal(chat.conversation.children.length, 0);
    chat.dispose();
  });
});
