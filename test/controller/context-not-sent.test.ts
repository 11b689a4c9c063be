import assert from 'node:assert/strict';
import {after, before, describe, it, mock} from 'node:test';
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

/** The lines on the console. */
const warnings: string[] = [];
let server: WebServer;
before(async () => {
  mock.method(console, 'warn', (warning: unknown) => warnings.push(String(warning)));
  server = await serve((_, response) => json(response, {}, 500));
});
after(() => {
  mock.restoreAll();
  return server.close();
});

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

const line = 'The protocol carries no `context`; that of the page was not sent.';

describe('a context that the protocol does not carry', () => {
  for (const protocol of [ubik, anthropic, aiSdk, openai, openaiChat]) {
    it(`is reported with the protocol ${protocol.name}`, async () => {
      assert.deepEqual(await reported(protocol), [line, line]);
    });
  }

  for (const protocol of [aishu, agUi, createCopilotKit()]) {
    it(`is none with the protocol ${protocol.name}`, async () => {
      assert.deepEqual(await reported(protocol), []);
    });
  }

  it('is reported on the console, once', async () => {
    const count = (): number => warnings.filter(warning => warning.includes(line)).length;
    await until(() => count() > 0);
    // The module that writes the line is loaded now.
    await reported(ubik);
    assert.equal(count(), 1);
  });
});
