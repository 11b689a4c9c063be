import assert from 'node:assert/strict';
import {after, before, describe, it} from 'node:test';
import {messagesOf} from '../../../src/core/model/messages.js';
import {openRequests, plainText} from '../../../src/core/index.js';
import {TabChannel} from '../../../src/controller/tabs/tab-channel.js';
import {startServer, type AgentServer} from '../../support/agent-server.js';
import {control, memory, posted, said, statistics, talkTo, type Talk} from '../support/chat.js';
import {FastEnvironment} from '../support/fast-environment.js';

const question = 'what is 2 * (3 + 4)';
const long = 'write a long answer of 5 KB at 1500 events a second';

/** Whether a second turn is displayed and over. A tab of a busy process may hear of the run only then, and never stream it. */
const hasAnswer = ({status, conversation}: Talk['chat']): boolean =>
  status === 'idle' && messagesOf(conversation).length === 4;

describe('two tabs with the same session', () => {
  let server: AgentServer;
  before(async () => {
    server = await startServer();
  });
  after(() => server.stop());

  /** Two chats of one user that share storage, the session and nothing else. */
  async function pair(environment = new FastEnvironment()): Promise<[Talk, Talk]> {
    const storage = memory();
    const one = talkTo(server, {storage});
    await one.chat.send('what is 1 + 1');
    const two = talkTo(server, {storage, user: one.user}, environment);
    await two.chat.ready;
    assert.equal(two.chat.session?.id, one.chat.session?.id);
    return [one, two];
  }

  it('both display what one of them sends', async () => {
    const [one, two] = await pair();
    await Promise.all([one.chat.send(long), two.until(hasAnswer)]);
    assert.deepEqual(said(two.chat), said(one.chat));
    assert.equal(await posted(server, one.chat), 2);
    one.chat.dispose();
    two.chat.dispose();
  });

  it('continue in one when the other is closed', async () => {
    const [one, two] = await pair();
    void one.chat.send(long);
    await two.until(({status}) => status === 'streaming');
    const statuses = new Set<string>();
    two.chat.subscribe(() => statuses.add(two.chat.status));
    one.chat.dispose();
    await two.until(({status}) => status === 'idle');
    assert.deepEqual([...statuses], ['streaming', 'idle'], 'it is no loss of a connection');
    assert.ok(plainText(two.answer()).length > 4500);
    two.chat.dispose();
  });

  it('share one stream, even if there are ten of them', async () => {
    const [one, ...rest] = await pair();
    const storage = memory();
    const key = one.chat.session?.id;
    for (let n = 0; n < 8; n++)
      rest.push(talkTo(server, {storage, user: one.user, ...(key && {sessionId: key})}));
    await Promise.all(rest.map(({chat}) => chat.ready));
    const {streams_opened: opened} = await statistics(server);
    const sent = one.chat.send(long);
    await Promise.all([sent, ...rest.map(({until}) => until(hasAnswer))]);
    for (const {chat} of rest) assert.deepEqual(said(chat), said(one.chat));
    assert.equal((await statistics(server)).streams_opened, opened + 1);
    for (const {chat} of [one, ...rest]) chat.dispose();
  });

  it('stop in both when one stops', async () => {
    const [one, two] = await pair();
    const sent = one.chat.send(long);
    await two.until(() => plainText(two.answer()).length > 200);
    await two.chat.stop();
    await sent;
    assert.deepEqual([one.answer().status, two.answer().status], ['stopped', 'stopped']);
    one.chat.dispose();
    two.chat.dispose();
  });

  it('open no stream for a hidden one until it becomes visible', async () => {
    const environment = new FastEnvironment();
    const [one, two] = await pair(environment);
    environment.isVisible = false;
    const {streams_opened: opened} = await statistics(server);
    const sent = one.chat.send(long);
    await one.until(() => plainText(one.answer()).length > 500);
    assert.equal((await statistics(server)).streams_opened, opened + 1);
    assert.equal(two.chat.status, 'idle');
    environment.isVisible = true;
    environment.wake('visible');
    await two.until(({status}) => status === 'streaming');
    await sent;
    await two.until(({status}) => status === 'idle');
    assert.deepEqual(said(two.chat), said(one.chat));
    one.chat.dispose();
    two.chat.dispose();
  });

  it('display the whole answer in the one that was hidden', async () => {
    const environment = new FastEnvironment();
    const [one, two] = await pair(environment);
    environment.isVisible = false;
    await one.chat.send(question);
    await two.until(() => said(two.chat).length === 4);
    assert.deepEqual(said(two.chat), said(one.chat));
    one.chat.dispose();
    two.chat.dispose();
  });

  it('display the whole answer in the one that loads the history only after its end', async () => {
    const [one] = await pair();
    const runs: Promise<unknown>[] = [];
    const slowFetch: typeof fetch = async (input, init) => {
      if (new Request(input, init).url.endsWith('/messages')) await Promise.all(runs);
      return fetch(input, init);
    };
    const [storage, sessionId] = [memory(), one.chat.session?.id];
    const two = talkTo(server, {storage, user: one.user, fetch: slowFetch, sessionId});
    await two.chat.ready;
    const statuses = new Set<string>();
    two.chat.subscribe(() => statuses.add(two.chat.status));
    runs.push(one.chat.send(long));
    await Promise.all(runs);
    await two.until(hasAnswer);
    assert.deepEqual(said(two.chat), said(one.chat));
    assert.deepEqual([...statuses], ['idle'], 'it had no run to join');
    one.chat.dispose();
    two.chat.dispose();
  });

  it('close a question in the one when it is answered in the other', async () => {
    await control(server, 'POST', 'settings', {waiting: 'close', pace: 0});
    const [one, two] = await pair();
    const sent = one.chat.send('ask me');
    await two.until(({conversation}) => openRequests(conversation).length > 0);
    const [request] = openRequests(two.chat.conversation);
    await two.chat.reply(request?.id ?? '', {input: 'green', type: 'text'});
    await sent;
    await two.until(({status}) => status === 'idle');
    assert.match(plainText(one.answer()), /green/i);
    assert.deepEqual(openRequests(one.chat.conversation), []);
    await control(server, 'POST', 'settings', {waiting: 'open', pace: 0});
    one.chat.dispose();
    two.chat.dispose();
  });

  it('do not disturb another session', async () => {
    const [one, two] = await pair();
    await two.chat.newSession();
    await two.chat.send('what is 5 + 5');
    const before = said(two.chat);
    const {requests} = await statistics(server);
    await one.chat.send(question);
    await new Promise(resolve => setTimeout(resolve, 50));
    assert.deepEqual(said(two.chat), before);
    const {requests: after} = await statistics(server);
    assert.equal((after['history'] ?? 0) - (requests['history'] ?? 0), 1);
    one.chat.dispose();
    two.chat.dispose();
  });

  it('both display the branch that one of them selected, with the same number', async () => {
    const [one, two] = await pair();
    await one.chat.send(question);
    await two.until(() => said(two.chat).length === 4);
    const asked = (talk: Talk) => messagesOf(talk.chat.conversation).at(2);
    await one.chat.edit(asked(one)?.messageId ?? '', 'what is 2 * 5');
    await two.until(
      ({conversation}) => plainText(messagesOf(conversation)[2]!) === 'what is 2 * 5',
    );
    const [first = ''] = asked(two)?.branches ?? [];
    await one.chat.navigate(first);
    await two.until(({conversation}) => plainText(messagesOf(conversation)[2]!) === question);
    for (const talk of [one, two]) {
      const {branches, messageId} = asked(talk)!;
      assert.deepEqual([branches?.length, branches?.indexOf(messageId ?? '')], [2, 0]);
    }
    one.chat.dispose();
    two.chat.dispose();
  });

  it('receive changes of sessions, whichever they display', async () => {
    const [one, two] = await pair();
    const renamed = two.chat.session?.id ?? '';
    await one.chat.newSession();
    await one.chat.renameSession(renamed, 'Numbers');
    await two.until(({session}) => session?.title === 'Numbers');
    await one.chat.removeSession(renamed);
    await two.until(({session}) => session === undefined);
    assert.deepEqual(said(two.chat), []);
    assert.ok(two.events.filter(({type}) => type === 'sessions-change').length >= 2);
    one.chat.dispose();
    two.chat.dispose();
  });

  it('clear the data of a user who signs out in one of them', async () => {
    const [one, two] = await pair();
    two.chat.remember('draft', 'half a');
    await one.chat.shutdown();
    await two.until(({conversation}) => conversation.children.length === 0);
    assert.ok(two.events.some(({type}) => type === 'shutdown'));
    assert.deepEqual([two.chat.session, two.chat.recall('draft')], [undefined, undefined]);
    one.chat.dispose();
    two.chat.dispose();
  });

  it('clear the data of a user who signs out in one whose chat is disconnected', async () => {
    const [one, two] = await pair();
    one.chat.dispose();
    await one.chat.shutdown();
    await two.until(({conversation}) => conversation.children.length === 0);
    assert.equal(two.chat.session, undefined);
    two.chat.dispose();
  });

  it('report to one of them that the other was faster', async () => {
    const [one, two] = await pair();
    await Promise.all([one.chat.send(long), two.chat.send(question)]);
    const faults = [one, two].map(({events}) =>
      events.flatMap(event => (event.type === 'error' ? [event.error.code] : [])),
    );
    assert.deepEqual(faults.flat(), ['conflict']);
    const [refused, accepted] = one.chat.lastError ? [one, two] : [two, one];
    await refused.until(({status}) => status === 'idle');
    const answer = plainText(accepted.answer());
    await refused.until(chat => said(chat).some(words => words.endsWith(answer)));
    assert.equal(await posted(server, one.chat), 2);
    one.chat.dispose();
    two.chat.dispose();
  });
});

describe('TabChannel', () => {
  it('has no channel where the browser refuses one, as Firefox does without storage', () => {
    const {BroadcastChannel: original} = globalThis;
    globalThis.BroadcastChannel = new Proxy(original, {
      construct() {
        throw new DOMException('It is forbidden.', 'SecurityError');
      },
    });
    try {
      assert.equal(new TabChannel('chat', () => 'session').isOpen, false);
    } finally {
      globalThis.BroadcastChannel = original;
    }
  });
});
