import assert from 'node:assert/strict';
import {after, before, describe, it} from 'node:test';
import {openRequests} from '../../src/core/index.js';
import type {ChatController} from '../../src/controller/index.js';
import type {RequestItem} from '../../src/core/index.js';
import {startServer, type AgentServer} from '../support/agent-server.js';
import {arm, behave, disarm, lastWords, openChat, statsOf, until} from './support/demo-chat.js';

const limit = {timeout: 20_000};

async function questionIn(chat: ChatController): Promise<RequestItem> {
  await until('a question is open', () => chat.status === 'waiting');
  const [request] = openRequests(chat.conversation);
  assert.ok(request);
  return request;
}

describe('an answer to a question', () => {
  let server: AgentServer;

  before(async () => {
    server = await startServer();
  });
  after(() => server.stop());

  for (const waiting of ['open', 'close'] as const) {
    const stream = waiting === 'open' ? 'stays open' : 'has closed';

    it(`of the agent goes on with the run, when the stream ${stream}`, limit, async () => {
      await behave(server, {waiting});
      const {chat, events} = openChat(server);
      const sent = chat.send('ask me something');
      const {id, executionId} = await questionIn(chat);
      assert.equal(executionId, undefined);
      await chat.reply(id, {input: 'marie@example.com', type: 'text'});
      await sent;
      await until('the run has ended', () => chat.status === 'idle');
      assert.match(lastWords(chat), /marie@example\.com/);
      assert.equal(chat.conversation.children.length, 2);
      assert.deepEqual(openRequests(chat.conversation), []);
      assert.equal(events.filter(({type}) => type === 'input-required').length, 1);
      chat.dispose();
    });

    it(`of a tool goes on with the run, when the stream ${stream}`, limit, async () => {
      await behave(server, {waiting});
      const {chat} = openChat(server);
      const sent = chat.send('book a table and confirm');
      const {id, executionId} = await questionIn(chat);
      assert.notEqual(executionId, undefined);
      await chat.reply(id, {input: true, type: 'confirm'});
      await sent;
      await until('the run has ended', () => chat.status === 'idle');
      assert.match(lastWords(chat), /The table is \*\*booked\*\*/);
      assert.equal(chat.conversation.children.length, 2);
      chat.dispose();
      await until('no stream is open', async () => (await statsOf(server)).open_streams === 0);
    });
  }

  it('can be given again when the server did not take it', limit, async () => {
    await behave(server, {waiting: 'open'});
    const {chat} = openChat(server);
    const sent = chat.send('book a table and confirm');
    const {id} = await questionIn(chat);
    await arm(server, {kind: 'status', status: 500, on: 'provide-input'});
    await chat.reply(id, {input: true, type: 'confirm'});
    assert.equal(chat.lastError?.code, 'server_error');
    assert.deepEqual(
      openRequests(chat.conversation).map(request => request.id),
      [id],
    );
    await disarm(server);
    await chat.reply(id, {input: true, type: 'confirm'});
    await sent;
    assert.match(JSON.stringify(chat.conversation), /The table is \*\*booked\*\*/);
    chat.dispose();
  });

  it('can be given after a drop while the question was open', limit, async () => {
    const {chat} = openChat(server);
    await arm(server, {kind: 'close_waiting'});
    const sent = chat.send('ask me something');
    const {id} = await questionIn(chat);
    await arm(server, {kind: 'drop', at_frame: 3, on: 'send'});
    await chat.reply(id, {input: 'marie@example.com', type: 'text'});
    await sent;
    await until('the run has ended', () => chat.status === 'idle');
    assert.match(lastWords(chat), /marie@example\.com/);
    chat.dispose();
  });
});
