import assert from 'node:assert/strict';
import {after, before, describe, it} from 'node:test';
import {ChatController, type ChatHost} from '../../src/controller/index.js';
import {findMessage, messagesOf} from '../../src/core/model/messages.js';
import {plainText} from '../../src/core/index.js';
import {startServer, type AgentServer} from '../support/agent-server.js';
import {control, fails, memory, posted, said, statistics, talkTo} from './support/chat.js';

const question = 'what is 2 * (3 + 4)';
const long = 'write a long answer of 6 KB at 2000 events a second';

describe('a chat without a page', () => {
  let server: AgentServer;
  before(async () => {
    server = await startServer();
  });
  after(() => server.stop());

  it('displays a message at once, and resolves when the answer is complete', async () => {
    const {chat, answer} = talkTo(server);
    await chat.ready;
    const sent = chat.send(question);
    assert.deepEqual(said(chat), [`user: ${question}`]);
    assert.equal(chat.status, 'connecting');
    await sent;
    assert.equal(chat.status, 'idle');
    assert.equal(answer().status, 'done');
    assert.match(plainText(answer()), /14/);
    assert.equal(await posted(server, chat), 1);
    chat.dispose();
  });

  it('fires each event once, in order', async () => {
    const {chat, events} = talkTo(server);
    await chat.ready;
    await chat.send(question);
    const types = events.map(({type}) => type);
    assert.deepEqual(types.slice(0, 4), [
      'ready',
      'session-change',
      'sessions-change',
      'turn-start',
    ]);
    assert.equal(types.at(-1), 'turn-end');
    for (const type of ['turn-start', 'turn-end', 'session-change'] as const) {
      assert.equal(types.filter(known => known === type).length, 1, type);
    }
    const tools = events.flatMap(event => (event.type === 'tool' ? [event.item] : []));
    assert.equal(tools.at(-1)?.status, 'done');
    assert.equal(new Set(tools.map(({status}) => status)).size, tools.length);
    chat.dispose();
  });

  it('adopts the ids of the server, and keeps every displayed item', async () => {
    const {chat} = talkTo(server);
    let shown = chat.conversation;
    const ids = new Set<string>();
    chat.subscribe(() => {
      shown = chat.conversation;
      for (const {id} of messagesOf(shown)) ids.add(id);
    });
    await chat.send(question);
    assert.equal(ids.size, 2);
    for (const message of messagesOf(chat.conversation)) {
      assert.match(message.messageId ?? '', /^[0-9a-f-]{36}$/);
      assert.notEqual(message.id, message.messageId);
    }
    chat.dispose();
  });

  it('continues the conversation', async () => {
    const {chat} = talkTo(server);
    await chat.send('what is 1 + 1');
    const [first] = chat.conversation.children;
    await chat.send('what is 2 + 2');
    const roles = messagesOf(chat.conversation).map(({role}) => role);
    assert.deepEqual(roles, ['user', 'assistant', 'user', 'assistant']);
    assert.equal(chat.conversation.children[0], first);
    assert.equal(await posted(server, chat), 2);
    chat.dispose();
  });

  it('rejects a second message during a run', async () => {
    const {chat, until} = talkTo(server);
    const sent = chat.send(long);
    await until(({status}) => status === 'streaming');
    await assert.rejects(chat.send('and this'), fails('busy'));
    await chat.stop();
    await sent;
    assert.equal(await posted(server, chat), 1);
    chat.dispose();
  });

  it('stops a run, here and on the server, and keeps the text', async () => {
    const {chat, answer, until} = talkTo(server);
    const sent = chat.send(long);
    await until(() => plainText(answer()).length > 500 && chat.status === 'streaming');
    const stopped = chat.stop();
    assert.equal(chat.status, 'stopping');
    await Promise.all([stopped, sent]);
    assert.equal(chat.status, 'idle');
    assert.equal(answer().status, 'stopped');
    const {length} = plainText(answer());
    assert.ok(length > 500 && length < 6500, `${length} characters`);
    assert.ok(((await statistics(server)).requests['stop'] ?? 0) > 0);
    await chat.send(question);
    assert.match(plainText(answer()), /14/);
    chat.dispose();
  });

  it('stops before the first chunk of the answer', async () => {
    const {chat} = talkTo(server);
    await chat.send(question);
    const sent = chat.send(long);
    await chat.stop();
    await sent;
    assert.equal(chat.status, 'idle');
    assert.equal(chat.lastError, undefined);
    chat.dispose();
  });

  it('stops a run that was joined again after a reload', async () => {
    const storage = memory();
    const first = talkTo(server, {storage});
    void first.chat.send(long);
    await first.until(
      () => plainText(first.answer()).length > 500 && first.answer().role === 'assistant',
    );
    first.chat.dispose();
    const second = talkTo(server, {storage, user: first.user});
    await second.until(({status}) => status === 'streaming');
    await second.chat.stop();
    assert.equal(second.answer().status, 'stopped');
    assert.equal(await posted(server, second.chat), 1);
    second.chat.dispose();
  });

  it('restores the conversation after a reload', async () => {
    const storage = memory();
    const first = talkTo(server, {storage});
    await first.chat.send(question);
    first.chat.dispose();
    const second = talkTo(server, {storage, user: first.user});
    await second.chat.ready;
    assert.deepEqual(said(second.chat), said(first.chat));
    assert.equal(second.chat.session?.id, first.chat.session?.id);
    second.chat.dispose();
  });

  it('joins an unfinished run after a reload, and displays the whole answer', async () => {
    const storage = memory();
    const first = talkTo(server, {storage});
    void first.chat.send(long);
    await first.until(
      () => plainText(first.answer()).length > 500 && first.answer().role === 'assistant',
    );
    first.chat.dispose();
    const second = talkTo(server, {storage, user: first.user});
    await second.until(({status}) => status === 'streaming');
    await second.until(({status}) => status === 'idle');
    assert.equal(second.answer().status, 'done');
    assert.ok(plainText(second.answer()).length > 5500);
    assert.equal(await posted(server, second.chat), 1);
    second.chat.dispose();
  });

  it('forgets a remembered session that another user may not see', async () => {
    const storage = memory();
    const first = talkTo(server, {storage});
    await first.chat.send(question);
    first.chat.dispose();
    const second = talkTo(server, {storage});
    await second.chat.ready;
    assert.deepEqual(said(second.chat), []);
    assert.equal(second.chat.session, undefined);
    assert.equal(second.chat.lastError, undefined);
    second.chat.dispose();
  });

  it('leaves no trace of the user after shutdown', async () => {
    const storage = memory();
    const {chat} = talkTo(server, {storage, userId: 'u1'});
    await chat.send(question);
    chat.remember('draft', 'half a');
    assert.equal(chat.recall('draft'), 'half a');
    assert.ok(storage.entries.size > 0);
    await chat.shutdown();
    assert.equal(storage.entries.size, 0);
    assert.deepEqual(chat.conversation.children, []);
    assert.equal(chat.session, undefined);
    chat.dispose();
  });

  const leaving: readonly (readonly [how: string, leave: (chat: ChatController) => void])[] = [
    ['shutdown', chat => void chat.shutdown()],
    ['turning to another user', chat => chat.configure({userId: 'u2'})],
  ];
  for (const [how, leave] of leaving) {
    it(`clears the data of the user after ${how} while its host is disconnected`, async () => {
      const storage = memory();
      const reasons: string[] = [];
      const {chat} = talkTo(server, {
        storage,
        userId: 'u1',
        getToken: async ({reason}) => {
          reasons.push(reason);
          const minted = await control(server, 'POST', 'token', {user: `u${reasons.length}`});
          return (minted as {access_token: string}).access_token;
        },
      });
      await chat.send(question);
      chat.dispose();
      const left: string[] = [];
      const unsubscribe = chat.listen(({type}) => left.push(type));
      leave(chat);
      unsubscribe();
      assert.deepEqual([chat.session, chat.conversation.children], [undefined, []]);
      assert.deepEqual(left, how === 'shutdown' ? ['leave', 'shutdown'] : ['leave']);
      assert.equal(storage.entries.size, how === 'shutdown' ? 0 : 1);
      await chat.send(question);
      assert.equal(said(chat).length, 2);
      assert.deepEqual(reasons, ['initial', 'initial']);
      chat.dispose();
    });
  }

  it('never writes a token into storage', async () => {
    const storage = memory();
    const tokens: string[] = [];
    const {chat} = talkTo(server, {
      storage,
      fetch: (input, init) => {
        const authorization = new Headers(init?.headers).get('authorization');
        if (authorization) tokens.push(authorization.slice('Bearer '.length));
        return fetch(input, init);
      },
    });
    await chat.send(question);
    assert.ok(tokens.length > 0);
    const written = JSON.stringify([...storage.entries]);
    for (const token of tokens) assert.equal(written.includes(token), false);
    chat.dispose();
  });

  it('turns to a new session, forgets the old one, and turns back to it', async () => {
    const storage = memory();
    const {chat} = talkTo(server, {storage});
    await chat.send(question);
    const before = said(chat);
    const old = chat.session?.id ?? '';
    await chat.newSession();
    assert.deepEqual([chat.session, said(chat)], [undefined, []]);
    assert.ok(!JSON.stringify([...storage.entries]).includes(old));
    await chat.send('what is 3 + 3');
    assert.notEqual(chat.session?.id, old);
    await chat.loadSession(old);
    assert.deepEqual(said(chat), before);
    chat.dispose();
  });

  it('leaves a run on the server when its host disconnects, and joins it when it reconnects', async () => {
    const {chat, answer, until} = talkTo(server);
    const sent = chat.send(long);
    await until(({status}) => status === 'streaming');
    const id = chat.session?.id ?? '';
    await chat.newSession();
    await sent;
    assert.deepEqual([chat.status, said(chat)], ['idle', []]);
    await chat.loadSession(id);
    await until(({status}) => status === 'streaming');
    await until(({status}) => status === 'idle');
    assert.ok(plainText(answer()).length > 5500);
    chat.dispose();
  });

  it('lists, renames and removes sessions', async () => {
    const {chat} = talkTo(server);
    await chat.send('what is 5 + 5');
    const id = chat.session?.id ?? '';
    await chat.renameSession(id, 'Five');
    assert.equal(chat.session?.title, 'Five');
    const {sessions, more} = await chat.sessions();
    assert.deepEqual(
      [sessions.map(session => [session.id, session.title]), more],
      [[[id, 'Five']], false],
    );
    await chat.removeSession(id);
    assert.equal(chat.session, undefined);
    assert.deepEqual((await chat.sessions({page: 1})).sessions, []);
    await assert.rejects(chat.renameSession(id, 'x'), fails('gone'));
    chat.dispose();
  });

  it('stops the run of a session that it removes', async () => {
    const {chat, until} = talkTo(server);
    const {requests: before} = await statistics(server);
    const sent = chat.send(long);
    await until(() => said(chat).length === 2);
    await chat.removeSession(chat.session?.id ?? '');
    const {requests} = await statistics(server);
    assert.deepEqual(
      ['stop', 'remove'].map(name => (requests[name] ?? 0) - (before[name] ?? 0)),
      [1, 1],
    );
    await sent;
    assert.deepEqual([chat.status, chat.session, said(chat)], ['idle', undefined, []]);
    chat.dispose();
  });

  it('updates its host', async () => {
    let updates = 0;
    const controllers: object[] = [];
    const host: ChatHost = {
      addController: controller => void controllers.push(controller),
      requestUpdate: () => void (updates += 1),
    };
    const {chat: first, user} = talkTo(server);
    first.dispose();
    const getToken = async (): Promise<string> => {
      const body = JSON.stringify({user});
      const headers = {'content-type': 'application/json'};
      const response = await fetch(`${server.origin}/demo/token`, {method: 'POST', headers, body});
      return ((await response.json()) as {access_token: string}).access_token;
    };
    const chat = new ChatController(host, {endpoint: server.url, getToken, storage: null});
    assert.deepEqual(controllers, [chat]);
    chat.hostConnected();
    await chat.ready;
    const before = updates;
    await chat.send(question);
    assert.ok(updates > before);
    chat.hostDisconnected();
    chat.dispose();
  });

  it('is not disturbed when its host is only moved', async () => {
    const {chat, answer, until} = talkTo(server);
    const sent = chat.send(long);
    await until(({status}) => status === 'streaming');
    const {streams_opened: opened} = await statistics(server);
    chat.hostDisconnected();
    chat.hostConnected();
    await sent;
    assert.ok(plainText(answer()).length > 5500);
    assert.equal((await statistics(server)).streams_opened, opened);
    chat.dispose();
  });

  it('leaves no connection open when its host disconnects, twenty times', async () => {
    for (let n = 0; n < 20; n++) {
      const {chat, until} = talkTo(server);
      void chat.send(long);
      await until(({status}) => status === 'streaming');
      chat.hostDisconnected();
      await until(({status}) => status === 'idle');
    }
    for (let open = 1; open > 0;) ({open_streams: open} = await statistics(server));
  });

  it('restores its state when its host reconnects later', async () => {
    const {chat, answer, until} = talkTo(server);
    void chat.send(long);
    await until(() => answer().role === 'assistant' && plainText(answer()).length > 500);
    const {id} = answer();
    chat.dispose();
    chat.hostConnected();
    await until(({status}) => status === 'streaming');
    await until(({status}) => status === 'idle');
    assert.equal(messagesOf(chat.conversation).length, 2);
    assert.ok(findMessage(chat.conversation, id));
    assert.ok(plainText(answer()).length > 5500);
    assert.equal(await posted(server, chat), 1);
    chat.dispose();
  });

  it('does nothing when options are set to equal values', async () => {
    const {chat} = talkTo(server);
    await chat.send(question);
    const {conversation, session} = chat;
    let changes = 0;
    chat.subscribe(() => (changes += 1));
    const {requests} = await statistics(server);
    chat.configure({endpoint: server.url, storage: null});
    await new Promise(resolve => setTimeout(resolve, 20));
    assert.deepEqual(
      [changes, chat.conversation === conversation, chat.session === session],
      [0, true, true],
    );
    assert.deepEqual((await statistics(server)).requests, requests);
    chat.dispose();
  });

  it('is another chat at another endpoint, agent or user', async () => {
    const {chat} = talkTo(server);
    await chat.send(question);
    chat.configure({userId: 'somebody'});
    assert.deepEqual([said(chat), chat.session], [[], undefined]);
    await chat.ready;
    await chat.send('what is 4 + 4');
    assert.equal(said(chat).length, 2);
    chat.dispose();
  });

  it('turns to the session that an option names', async () => {
    const one = talkTo(server);
    await one.chat.send(question);
    const sessionId = one.chat.session?.id ?? '';
    const two = talkTo(server, {user: one.user});
    await two.chat.ready;
    two.chat.configure({sessionId});
    await two.until(({conversation}) => conversation.children.length === 2);
    assert.deepEqual(said(two.chat), said(one.chat));
    one.chat.dispose();
    two.chat.dispose();
  });

  it('keeps the session that is displayed when an option names it, and begins another without it', async () => {
    const {chat, events, until} = talkTo(server);
    chat.listen(({type}) => {
      if (type === 'session-change') chat.configure({sessionId: chat.session?.id});
    });
    assert.equal((await chat.send(question)).status, 'done');
    assert.equal(said(chat).length, 2);
    const {id} = chat.session ?? {};
    assert.ok(id !== undefined);
    await chat.newSession();
    chat.configure({sessionId: id});
    await chat.ready;
    await until(() => said(chat).length === 2);
    chat.configure({sessionId: undefined});
    assert.deepEqual([said(chat), chat.session], [[], undefined]);
    assert.equal((await chat.send('what is 4 + 4')).status, 'done');
    assert.notEqual(chat.session?.id, id);
    assert.ok(!events.some(({type}) => type === 'error'));
    chat.dispose();
  });

  it('requests and stores nothing before the user has agreed', async () => {
    const storage = memory();
    const {chat, until} = talkTo(server, {consent: false, storage});
    await assert.rejects(chat.send(question), fails('no_consent'));
    await assert.rejects(chat.sessions(), fails('no_consent'));
    chat.remember('draft', 'A draft');
    assert.equal(chat.recall('draft'), undefined);
    assert.equal(storage.entries.size, 0);
    chat.configure({consent: true});
    assert.equal((await chat.send(question)).status, 'done');
    assert.equal(storage.entries.size, 1);
    chat.configure({consent: false});
    await until(({conversation}) => conversation.children.length === 0);
    await assert.rejects(chat.send(question), fails('no_consent'));
    chat.dispose();
  });

  it('says where the options belong that are given instead of a host', () => {
    const options: unknown = {endpoint: server.url};
    assert.throws(() => new ChatController(options as ChatHost), {
      name: 'TypeError',
      message: /second argument/,
    });
  });

  it('cannot be used before it has an endpoint', async () => {
    const chat = new ChatController();
    await assert.rejects(chat.send('x'), fails('no_endpoint'));
    await assert.rejects(chat.sessions(), fails('no_endpoint'));
    assert.deepEqual(chat.operations, {});
    await chat.stop();
    chat.dispose();
  });
});
