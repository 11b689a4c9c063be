import assert from 'node:assert/strict';
import {after, before, describe, it} from 'node:test';
import {ChatController} from '../../src/controller/index.js';
import {anthropic, openai, openaiChat, type Protocol} from '../../src/core/index.js';
import {startServer, type AgentServer} from '../support/agent-server.js';
import {fails, talkTo} from './support/chat.js';
import {testMs} from '../support/limits.mjs';

const limit = {timeout: testMs};

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

  for (const [protocol, endpoint] of [
    [anthropic, 'https://api.anthropic.com/'],
    [openai, 'https://api.openai.com/v1'],
    [openai, 'https://shop.openai.azure.com/openai/v1'],
    [openaiChat, 'https://api.openai.com/v1'],
    [openaiChat, 'https://api.groq.com/openai/v1'],
  ] as const) {
    it(
      `does not use ${endpoint} as the endpoint of ${protocol.name}, because it requires a secret key`,
      limit,
      async () => {
        const {chat, requested} = talkToKeyed(protocol, endpoint);
        await chat.send('hello');
        assert.equal(chat.lastError?.code, 'unsafe_endpoint');
        assert.deepEqual(requested, []);
        chat.dispose();
      },
    );
  }

  it('uses a host whose name only contains that of such a service', limit, async () => {
    const {chat, requested} = talkToKeyed(openai, 'https://notapi.openai.com.shop.example/v1');
    await chat.send('hello');
    assert.deepEqual(requested, ['https://notapi.openai.com.shop.example/v1/responses']);
    chat.dispose();
  });
});

/** A chat that records the URLs of its requests. */
function talkToKeyed(protocol: Protocol, endpoint: string) {
  const requested: string[] = [];
  const chat = new ChatController(undefined, {
    protocol,
    endpoint,
    storage: null,
    fetch: input => {
      requested.push(new Request(input).url);
      return Promise.resolve(new Response('{}'));
    },
  });
  return {chat, requested};
}
