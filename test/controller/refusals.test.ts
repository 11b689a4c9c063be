import assert from 'node:assert/strict';
import {after, before, describe, it} from 'node:test';
import {ChatController} from '../../src/controller/index.js';
import {anthropic} from '../../src/core/index.js';
import {startServer, type AgentServer} from '../support/agent-server.js';
import {fails, talkTo} from './support/chat.js';
import {testMs} from '../support/limits.mjs';

const limit = {timeout: testMs()};

describe('a chat with an unsupported request', () => {
  let server: AgentServer;

  before(async () => {
    server = await startServer();
  });
  after(() => server.stop());

  it('reports why it does not support the request', limit, async () => {
    const nowhere = new ChatController();
    await assert.rejects(nowhere.send('hello'), fails('no_endpoint'));
    nowhere.dispose();
    const {chat} = talkTo(server, {protocol: anthropic});
    await assert.rejects(chat.navigate('x'), fails('unsupported'));
    await assert.rejects(chat.restoreCheckpoint('x'), fails('unsupported'));
    chat.configure({protocol: undefined});
    await assert.rejects(chat.reply('nothing', {input: 'x', type: 'text'}), fails('not_found'));
    await assert.rejects(chat.regenerate('nothing'), fails('not_found'));
    chat.dispose();
  });

  it(
    'will not ask the API of a model from a page, because that wants a secret key',
    limit,
    async () => {
      const asked: string[] = [];
      const {chat} = talkTo(server, {
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
