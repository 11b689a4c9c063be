import assert from 'node:assert/strict';
import {after, before, describe, it} from 'node:test';
import {messagesOf} from '../../src/core/model/messages.js';
import {openRequests} from '../../src/core/index.js';
import {startServer, type AgentServer} from '../support/agent-server.js';
import {behave, fails, said, statistics, talkTo, type Talk} from './support/chat.js';

describe('while a question waits for an answer', () => {
  let server: AgentServer;
  before(async () => {
    server = await startServer();
  });
  after(() => server.stop());

  /** A chat with an answered question, and one with an open question. */
  async function asked(): Promise<Talk> {
    const talk = talkTo(server);
    await talk.chat.send('what is 6 * 7');
    void talk.chat.send('compare two numbers and search the docs');
    await talk.until(({status}) => status === 'waiting');
    return talk;
  }

  const stops = async (): Promise<number> => (await statistics(server)).requests['stop'] ?? 0;
  const idOf = ({chat}: Talk, at: number): string =>
    messagesOf(chat.conversation)[at]?.messageId ?? '';

  for (const closes of [false, true]) {
    it(`the chat returns to a checkpoint, the stream being ${closes ? 'closed' : 'open'}`, async () => {
      await behave(server, {waiting: closes ? 'close' : 'open'});
      const talk = await asked();
      const before = await stops();
      const restored = talk.chat.restoreCheckpoint('after_search', {hint: 'be brief'});
      await talk.until(({status}) => status === 'stopping');
      await talk.until(({status}) => status === 'connecting');
      assert.equal(await stops(), before + 1);
      await talk.until(({status}) => status === 'waiting');
      assert.equal(talk.chat.lastError, undefined);
      assert.equal(openRequests(talk.chat.conversation).length, 1);
      await talk.chat.stop();
      await restored;
      await behave(server, {waiting: 'open'});
    });
  }

  it('the chat answers an earlier message again', async () => {
    const talk = await asked();
    await talk.chat.regenerate(idOf(talk, 1));
    assert.equal(talk.chat.status, 'idle');
    assert.equal(talk.chat.lastError, undefined);
    assert.equal(talk.answer().branches?.length, 2);
  });

  it('the user edits an earlier message, and returns to the branch with the question', async () => {
    const talk = await asked();
    await talk.chat.edit(idOf(talk, 0), 'what is 6 * 8');
    assert.match(said(talk.chat).at(-1) ?? '', /48/);
    const [first] = messagesOf(talk.chat.conversation);
    const other = first?.branches?.find(id => id !== first.messageId) ?? '';
    await talk.chat.navigate(other);
    assert.match(said(talk.chat).join(), /compare two numbers/);
  });

  it('the user switches to another branch', async () => {
    const talk = talkTo(server);
    await talk.chat.send('what is 6 * 7');
    await talk.chat.edit(idOf(talk, 0), 'what is 6 * 8');
    void talk.chat.send('compare two numbers and search the docs');
    await talk.until(({status}) => status === 'waiting');
    const [first] = messagesOf(talk.chat.conversation);
    const other = first?.branches?.find(id => id !== first.messageId) ?? '';
    await talk.chat.navigate(other);
    assert.equal(talk.chat.status, 'idle');
    assert.match(said(talk.chat).at(-1) ?? '', /42/);
  });

  it('a rejected request leaves the question open', async () => {
    const {chat} = await asked();
    await assert.rejects(chat.edit('no such message', 'x'), fails('not_found'));
    await assert.rejects(chat.regenerate('no such message'), fails('not_found'));
    await assert.rejects(chat.retry(), fails('question_open'));
    assert.equal(chat.status, 'waiting');
    assert.equal(openRequests(chat.conversation).length, 1);
    await chat.stop();
  });

  it('nothing is restored in a session that was opened meanwhile', async () => {
    const {chat, until} = await asked();
    const restored = chat.restoreCheckpoint('after_search');
    await until(({status}) => status === 'stopping');
    await chat.newSession();
    await assert.rejects(restored, fails('gone'));
    assert.deepEqual(chat.conversation.children, []);
  });
});
