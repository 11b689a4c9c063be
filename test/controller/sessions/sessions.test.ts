import assert from 'node:assert/strict';
import {after, afterEach, before, describe, it} from 'node:test';
import {startServer, type AgentServer} from '../../support/agent-server.js';
import {arm, behave, control, disarm, memory, posted, said, talkTo} from '../support/chat.js';
import {testMs} from '../../support/limits.mjs';

const limit = {timeout: testMs};

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

  it('uses the first text as the name of a session', limit, async () => {
    const {chat} = talkTo(server);
    await chat.send(`hello ${'world '.repeat(30)}`);
    assert.match(chat.session?.title ?? '', /^hello world .*world…$/);
    assert.ok((chat.session?.title?.length ?? 99) <= 61);
    chat.dispose();
  });

  it('is loaded as soon as the server can be asked again', limit, async () => {
    const storage = memory();
    const {chat: first, user} = talkTo(server, {storage});
    await first.send('what is 6 * 7');
    first.dispose();
    await arm(server, {kind: 'status', status: 503, on: 'history', times: 2});
    const {chat: second, until} = talkTo(server, {storage, user});
    await second.ready;
    assert.equal(second.status, 'lost');
    assert.equal(second.session?.id, first.session?.id);
    await until(({status}) => status === 'idle');
    assert.match(said(second)[1] ?? '', /42/);
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
      const storage = memory();
      await behave(server, {pace: 0.3});
      const {chat: first, user, until: untilFirst} = talkTo(server, {storage});
      void first.send('compare 3 * 5 and 4 * 4');
      await untilFirst(({conversation}) => conversation.children.length === 2);
      first.dispose();
      await arm(server, {kind: 'drop', at_frame: 5, on: 'attach'});
      await control(server, 'DELETE', 'tokens');
      const {chat: second, until} = talkTo(server, {storage, user});
      await second.ready;
      await until(({status}) => status === 'waiting');
      await second.send('table');
      await until(({status}) => status === 'idle');
      assert.match(said(second)[1] ?? '', /You can check the numbers yourself/);
      assert.equal(second.conversation.children.length, 2);
      assert.equal(await posted(server, second), 2);
      second.dispose();
    },
  );
});
