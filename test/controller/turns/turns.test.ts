import assert from 'node:assert/strict';
import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {after, afterEach, before, describe, it} from 'node:test';
import type {ChatController} from '../../../src/controller/index.js';
import {messagesOf} from '../../../src/core/model/messages.js';
import {checkpoints, openRequests, plainText} from '../../../src/core/model/select.js';
import type {ErrorItem, Item} from '../../../src/core/index.js';
import {startServer, type AgentServer} from '../../support/agent-server.js';
import {ownPort} from '../../support/own-port.mjs';
import {arm, control, fails, memory, posted, said, talkTo} from '../support/chat.js';
import {FastEnvironment} from '../support/fast-environment.js';

const question = 'what is 2 * (3 + 4)';
const long = 'write a long answer of 4 KB at 1500 events a second';

/** The error items of a conversation. */
const errors = ({conversation}: ChatController): ErrorItem[] => {
  const all = (item: Item): Item[] => [item, ...item.children.flatMap(all)];
  return conversation.children.flatMap(all).filter(item => item.kind === 'error');
};

describe('a message', () => {
  let server: AgentServer;
  /** Takes the network away before a message is sent. Returns a function that gives it back. */
  const goOffline = async (environment: FastEnvironment): Promise<() => void> => {
    environment.isOnline = false;
    await arm(server, {kind: 'lose', accepted: false, on: 'send'});
    return () => {
      environment.isOnline = true;
      environment.wake('online');
    };
  };
  before(async () => {
    server = await startServer();
  });
  afterEach(() => control(server, 'DELETE', 'faults'));
  after(() => server.stop());

  it('that was never sent is sent automatically, once, when the network is back', async () => {
    const environment = new FastEnvironment();
    const getToken = async (): Promise<string> => {
      if (!environment.isOnline) throw new TypeError('There is no network.');
      const response = await fetch(`${server.origin}/demo/token`, {method: 'POST'});
      return ((await response.json()) as {access_token: string}).access_token;
    };
    const {chat, until} = talkTo(server, {getToken}, environment);
    environment.isOnline = false;
    await chat.send(question);
    assert.equal(chat.lastError?.code, 'offline');
    await chat.retry();
    assert.equal(chat.lastError.code, 'offline');
    environment.isOnline = true;
    environment.wake('online');
    await until(({status, lastError}) => status === 'idle' && lastError === undefined);
    assert.deepEqual(errors(chat), []);
    assert.match(said(chat)[1] ?? '', /14/);
    environment.wake('online');
    assert.equal(await posted(server, chat), 1);
    chat.dispose();
  });

  it('is refused while another one waits for the network, which is then sent once', async () => {
    const environment = new FastEnvironment();
    const {chat, until} = talkTo(server, {}, environment);
    await chat.send('what is 1 + 1');
    const goOnline = await goOffline(environment);
    await chat.send(question);
    await assert.rejects(chat.send('what is 2 + 2'), fails('offline'));
    assert.deepEqual(errors(chat).length, 1);
    goOnline();
    await until(({status, lastError}) => status === 'idle' && lastError === undefined);
    assert.match(said(chat)[3] ?? '', /14/);
    await chat.send('what is 2 + 2');
    assert.equal(await posted(server, chat), 3);
    chat.dispose();
  });

  it('that was never sent is sent or withdrawn after its host was away', async () => {
    for (const isBack of [true, false]) {
      const environment = new FastEnvironment();
      const {chat, until} = talkTo(server, {}, environment);
      await chat.send('what is 1 + 1');
      const goOnline = await goOffline(environment);
      await chat.send(question);
      assert.equal(chat.lastError?.code, 'offline');
      chat.dispose();
      if (isBack) goOnline();
      chat.hostConnected();
      await chat.ready;
      if (isBack) {
        await until(() => chat.status === 'idle' && (said(chat)[3] ?? '').includes('14'));
        assert.equal(await posted(server, chat), 2);
      } else {
        assert.equal(chat.withdraw(), question);
        assert.deepEqual([said(chat).length, errors(chat)], [2, []]);
        goOnline();
        assert.equal(await posted(server, chat), 1);
      }
      chat.dispose();
    }
  });

  it('that was never sent stays in its session when the user has opened another', async () => {
    const environment = new FastEnvironment();
    const {chat} = talkTo(
      server,
      {getToken: () => Promise.reject(new TypeError('no network'))},
      environment,
    );
    environment.isOnline = false;
    await chat.send(question);
    await chat.newSession();
    environment.isOnline = true;
    environment.wake('online');
    assert.deepEqual([chat.status, chat.conversation.children.length], ['idle', 0]);
    chat.dispose();
  });

  for (const [status, code, retryable] of [
    [401, 'unauthorized', false],
    [403, 'forbidden', false],
    [413, 'too_large', false],
    [422, 'invalid', false],
    [429, 'rate_limited', true],
    [500, 'server_error', true],
  ] as const) {
    it(`that is rejected with ${status} stays displayed with the error ${code}, and is not repeated`, async () => {
      const {chat, events} = talkTo(server, {}, new FastEnvironment());
      const times = status === 401 ? 2 : 1;
      await arm(server, {kind: 'status', status, on: 'send', detail: 'No.', times});
      await chat.send(question);
      assert.equal(chat.status, 'idle');
      assert.deepEqual(chat.lastError, {
        code,
        status,
        detail: 'No.',
        retryable,
        method: 'POST',
        url: `${server.url}/agent-sessions/${chat.session?.id ?? ''}/messages`,
        contentType: 'application/json',
        ...(status === 401 && {expected: 'other credentials than those of the request'}),
      });
      const [user, failure] = messagesOf(chat.conversation);
      assert.deepEqual([user?.status, failure?.status], ['failed', 'failed']);
      const found = errors(chat).map(error => [error.code, error.text]);
      assert.deepEqual(found, [[code, 'No.']]);
      assert.equal(events.filter(({type}) => type === 'error').length, 1);
      assert.equal(await posted(server, chat), 0);

      await chat.retry();
      assert.deepEqual(errors(chat), []);
      assert.equal(chat.lastError, undefined);
      assert.equal(said(chat).length, 2);
      assert.match(said(chat)[1] ?? '', /14/);
      assert.equal(await posted(server, chat), 1);
      chat.dispose();
    });
  }

  it('whose delivery is unknown is searched in the history, and not sent again automatically', async () => {
    const {chat} = talkTo(server, {}, new FastEnvironment());
    await arm(server, {kind: 'lose', accepted: false, on: 'send'});
    await chat.send(question);
    assert.equal(chat.lastError?.code, 'unconfirmed');
    assert.equal(chat.lastError.retryable, true);
    assert.equal(await posted(server, chat), 0);
    await chat.retry();
    assert.match(said(chat)[1] ?? '', /14/);
    assert.deepEqual([said(chat).length, await posted(server, chat)], [2, 1]);
    chat.dispose();
  });

  it('that arrived although the history could not confirm it is not sent again by the user either', async () => {
    const {chat} = talkTo(server, {}, new FastEnvironment());
    await chat.send('what is 1 + 1');
    await arm(
      server,
      {kind: 'lose', on: 'send'},
      {kind: 'status', status: 503, on: 'history', times: 9},
    );
    await chat.send(question);
    assert.equal(chat.lastError?.code, 'unconfirmed');
    await control(server, 'DELETE', 'faults');
    await chat.retry();
    assert.match(said(chat).at(-1) ?? '', /14/);
    assert.deepEqual([said(chat).length, await posted(server, chat)], [4, 2]);
    chat.dispose();
  });

  it('that is the same as the one before is known to be another', async () => {
    const {chat} = talkTo(server, {}, new FastEnvironment());
    await chat.send(question);
    await arm(server, {kind: 'lose', accepted: false, on: 'send'});
    await chat.send(question);
    assert.equal(chat.lastError?.code, 'unconfirmed');
    assert.equal(await posted(server, chat), 1);
    chat.dispose();
  });

  it('that is the same as one that is still being loaded is known to be another', async () => {
    const storage = memory();
    const one = talkTo(server, {storage});
    await one.chat.send(question);
    one.chat.dispose();
    await arm(server, {kind: 'lose', accepted: false, on: 'send'});
    const {chat} = talkTo(server, {storage, user: one.user}, new FastEnvironment());
    await chat.send(question);
    assert.equal(chat.lastError?.code, 'unconfirmed');
    assert.deepEqual([said(chat).length, await posted(server, chat)], [4, 1]);
    chat.dispose();
  });

  it('is not sent if no session can be created', async () => {
    const {chat} = talkTo(server, {}, new FastEnvironment());
    await arm(server, {kind: 'status', status: 500, on: 'create'});
    await chat.send(question);
    assert.equal(chat.lastError?.code, 'server_error');
    assert.equal(chat.session, undefined);
    await chat.retry();
    assert.match(said(chat)[1] ?? '', /14/);
    chat.dispose();
  });

  it('whose run fails displays that, and can be regenerated', async () => {
    const {chat, answer, events} = talkTo(server, {}, new FastEnvironment());
    await chat.send('fail');
    assert.equal(answer().status, 'failed');
    assert.equal(chat.status, 'idle');
    assert.ok(chat.lastError);
    assert.equal(errors(chat).length, 1);
    assert.doesNotMatch(JSON.stringify(errors(chat)), /Traceback|File \\"/);
    assert.equal(events.filter(({type}) => type === 'error').length, 1);
    await chat.retry();
    const roles = messagesOf(chat.conversation).map(({role}) => role);
    assert.deepEqual(roles, ['user', 'assistant']);
    assert.equal(answer().branches?.length, 2);
    assert.equal(await posted(server, chat), 1);
    chat.dispose();
  });

  it('whose run is lost for good keeps its text, and the user can join the run', async () => {
    const {chat, answer} = talkTo(server, {}, new FastEnvironment());
    await arm(
      server,
      {kind: 'drop', at_frame: 90},
      {kind: 'status', status: 503, on: 'attach', times: 8},
      {kind: 'status', status: 503, on: 'history', times: 8},
    );
    await chat.send(long);
    assert.equal(chat.status, 'lost');
    assert.equal(chat.lastError?.code, 'server_error');
    assert.equal(answer().status, 'interrupted');
    const {id} = answer();
    const kept = plainText(answer()).length;
    assert.ok(kept > 500, `${kept} characters`);
    assert.equal(errors(chat).length, 1);
    await chat.retry();
    assert.equal(chat.status, 'idle');
    assert.deepEqual([answer().id, answer().status], [id, 'done']);
    assert.ok(plainText(answer()).length > 3500);
    assert.deepEqual(errors(chat), []);
    assert.equal(await posted(server, chat), 1);
    chat.dispose();
  });

  it('survives a restart of the server in the middle', async () => {
    const data = await mkdtemp(join(tmpdir(), 'ubik-chat-'));
    const port = await ownPort();
    const mortal = await startServer({data, port});
    const {chat, answer, until} = talkTo(mortal, {}, new FastEnvironment());
    const sent = chat.send(long);
    await until(() => answer().role === 'assistant' && plainText(answer()).length > 500);
    await mortal.kill();
    await sent;
    assert.equal(chat.status, 'lost');
    assert.ok(plainText(answer()).length > 500);
    assert.equal(answer().status, 'interrupted');
    const risen = await startServer({data, port});
    await chat.retry();
    // Running items have failed when the server was killed.
    assert.equal(answer().status, 'failed');
    assert.equal(await posted(risen, chat), 0);
    chat.dispose();
    await risen.stop();
    await rm(data, {recursive: true});
  });

  it('whose answer failed is regenerated, and not sent again, however soon the user retries', async () => {
    let look = (): void => undefined;
    const looked = new Promise<void>(resolve => (look = resolve));
    const waitsForHistory: typeof fetch = async (url, init) => {
      const isHistory =
        init?.method === 'GET' && typeof url === 'string' && url.endsWith('/messages');
      if (isHistory) await looked;
      return fetch(url, init);
    };
    const {chat, until} = talkTo(server, {fetch: waitsForHistory});
    const sent = chat.send('please fail');
    await until(({status, lastError}) => status === 'idle' && lastError !== undefined);
    assert.equal(messagesOf(chat.conversation).at(-1)?.messageId, undefined);
    const again = chat.retry();
    look();
    await Promise.all([sent, again]);
    assert.equal(said(chat).length, 2);
    assert.equal(messagesOf(chat.conversation).at(-1)?.branches?.length, 2);
    assert.equal(await posted(server, chat), 1);
    chat.dispose();
  });

  it('can be edited: a new branch, and the old one to go back to', async () => {
    const {chat, answer} = talkTo(server);
    await chat.send('what is 1 + 1');
    await chat.send('what is 2 + 2');
    const [first] = messagesOf(chat.conversation);
    await chat.edit(first?.messageId ?? '', 'what is 3 + 3');
    assert.deepEqual(said(chat)[0], 'user: what is 3 + 3');
    assert.equal(said(chat).length, 2);
    assert.match(plainText(answer()), /6/);
    const [edited] = messagesOf(chat.conversation);
    assert.deepEqual(edited?.branches?.length, 2);
    await chat.navigate(first?.messageId ?? '');
    assert.deepEqual(said(chat)[0], 'user: what is 1 + 1');
    assert.equal(said(chat).length, 4);
    chat.dispose();
  });

  it('is unchanged when an edit is rejected', async () => {
    const {chat} = talkTo(server);
    await chat.send('what is 1 + 1');
    const before = said(chat);
    const [first] = messagesOf(chat.conversation);
    await arm(server, {kind: 'status', status: 409, on: 'edit'});
    await chat.edit(first?.id ?? '', 'what is 3 + 3');
    assert.equal(chat.lastError?.code, 'conflict');
    assert.deepEqual(said(chat), [...before, 'assistant: ']);
    assert.equal(errors(chat).length, 1);
    await chat.retry();
    assert.equal(said(chat)[0], 'user: what is 3 + 3');
    assert.equal(said(chat).length, 2);
    chat.dispose();
  });

  it('can be regenerated', async () => {
    const {chat, answer} = talkTo(server);
    await chat.send(question);
    const old = answer();
    await chat.regenerate(old.id);
    assert.equal(said(chat).length, 2);
    assert.notEqual(answer().messageId, old.messageId);
    assert.equal(answer().branches?.length, 2);
    await chat.navigate(old.messageId ?? '');
    assert.equal(answer().messageId, old.messageId);
    chat.dispose();
  });

  it('can be gone back from to a checkpoint, with a hint', async () => {
    const {chat, answer, until} = talkTo(server);
    const sent = chat.send('compare two numbers and search the docs');
    await until(({status}) => status === 'waiting');
    const [question] = openRequests(answer());
    await chat.reply(question?.id ?? '', {input: '3 and 4', type: 'text'});
    await sent;
    const [checkpoint] = await chat.checkpoints();
    assert.ok(checkpoint);
    const old = answer();
    assert.ok(checkpoints(old).some(({name}) => name === checkpoint.name));
    const restored = chat.restoreCheckpoint(checkpoint.name, {hint: 'Be brief.'});
    await until(
      ({status}) =>
        answer().messageId !== old.messageId && (status === 'waiting' || status === 'idle'),
    );
    const [again] = openRequests(answer());
    if (again) await chat.reply(again.id, {input: '5 and 6', type: 'text'});
    await restored;
    assert.equal(answer().status, 'done');
    assert.equal(said(chat).length, 2);
    assert.notEqual(answer().messageId, old.messageId);
    chat.dispose();
  });

  it('that does not exist cannot be edited or regenerated', async () => {
    const {chat} = talkTo(server);
    await chat.ready;
    await assert.rejects(chat.edit('nothing', 'x'), fails('not_found'));
    await assert.rejects(chat.regenerate('nothing'), fails('not_found'));
    await assert.rejects(chat.reply('nothing', {input: 'x', type: 'text'}), fails('not_found'));
    chat.dispose();
  });

  it('waits for a session that is being loaded', async () => {
    const storage = memory();
    const one = talkTo(server, {storage});
    await one.chat.send('what is 1 + 1');
    one.chat.dispose();
    const two = talkTo(server, {storage, user: one.user});
    await two.chat.send('what is 2 + 2');
    assert.equal(said(two.chat).length, 4);
    assert.equal(two.chat.session?.id, one.chat.session?.id);
    two.chat.dispose();
  });
});
