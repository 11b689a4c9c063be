import assert from 'node:assert/strict';
import {after, before, describe, it} from 'node:test';
import {ChatController, ChatError} from '../../src/controller/index.js';
import {anthropic} from '../../src/core/index.js';
import {startServer, type AgentServer} from '../support/agent-server.js';
import {openChat} from './support/demo-chat.js';

const limit = {timeout: 20_000};

const rejects = (code: string) => (error: unknown) => {
  assert.ok(error instanceof ChatError, String(error));
  assert.equal(error.fault.code, code);
  return true;
};

describe('a chat that is asked for what cannot be', () => {
  let server: AgentServer;

  before(async () => {
    server = await startServer();
  });
  after(() => server.stop());

  it('says why it cannot do what it is asked for', limit, async () => {
    const nowhere = new ChatController();
    await assert.rejects(nowhere.send('hello'), rejects('no_endpoint'));
    nowhere.dispose();
    const {chat} = openChat(server, {protocol: anthropic});
    await assert.rejects(chat.navigate('x'), rejects('unsupported'));
    await assert.rejects(chat.restoreCheckpoint('x'), rejects('unsupported'));
    chat.configure({protocol: undefined});
    await assert.rejects(chat.reply('nothing', {input: 'x', type: 'text'}), rejects('not_found'));
    await assert.rejects(chat.regenerate('nothing'), rejects('not_found'));
    chat.dispose();
  });

  it(
    'will not ask the API of a model from a page, because that wants a secret key',
    limit,
    async () => {
      const asked: string[] = [];
      const {chat} = openChat(server, {
        endpoint: 'https://api.anthropic.com/',
        fetch: input => {
          asked.push(new Request(input).url);
          return Promise.resolve(new Response('{}'));
        },
      });
      await chat.send('hello');
      assert.equal(chat.lastError?.code, 'unsafe_endpoint');
      assert.deepEqual(asked, []);
      chat.dispose();
    },
  );
});
