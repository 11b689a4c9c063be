import assert from 'node:assert/strict';
import {after, before, describe, it} from 'node:test';
import {
  agUi,
  aishu,
  aiSdk,
  anthropic,
  createCopilotKit,
  openai,
  openaiChat,
  ubik,
  type Protocol,
} from '../../src/core/index.js';
import {until} from '../support/until.js';
import {memory, openChat} from './support/chat.js';
import {json, serve, type WebServer} from './support/web-server.js';

const context = {title: 'Order 7', data: {order: 7}};

let server: WebServer;
before(async () => {
  server = await serve((_, response) => json(response, {}, 500));
});
after(() => server.close());

/** What is reported when two messages are sent with a context. */
async function reported(protocol: Protocol): Promise<readonly string[]> {
  const messages: string[] = [];
  const chat = openChat({
    endpoint: server.origin,
    protocol,
    storage: memory(),
    onEvent(event) {
      if (event.type === 'diagnostic' && event.diagnostic.code === 'context-not-sent')
        messages.push(event.diagnostic.message);
    },
  });
  for (const text of ['Where is it?', 'And now?']) await chat.send(text, {context});
  chat.dispose();
  return messages;
}

const lineOf = (name: string): string =>
  `The protocol ${name} carries no \`context\`; that of the page was not sent.`;

describe('a context that the protocol does not carry', () => {
  for (const protocol of [ubik, anthropic, aiSdk, openai, openaiChat]) {
    it(`is reported with the protocol ${protocol.name}`, async () => {
      const line = lineOf(protocol.name);
      assert.deepEqual(await reported(protocol), [line, line]);
    });
  }

  for (const protocol of [aishu, agUi, createCopilotKit()]) {
    it(`is none with the protocol ${protocol.name}`, async () => {
      assert.deepEqual(await reported(protocol), []);
    });
  }

  it('is reported on the console, once', async t => {
    const lines: string[] = [];
    t.mock.method(console, 'warn', (line: unknown) => lines.push(String(line)));
    const own = {...ubik, name: 'of-the-console'};
    await reported(own);
    await reported({...own, name: 'of-the-end'});
    const count = (name: string): number =>
      lines.filter(line => line.includes(`context-not-sent. ${lineOf(name)}`)).length;
    await until(() => count('of-the-end') > 0);
    assert.equal(count(own.name), 1);
  });
});
