import assert from 'node:assert/strict';
import {once} from 'node:events';
import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';
import {after, describe, it} from 'node:test';
import {getRequestListener} from '@hono/node-server';
import {server as byHand} from '../../demo/examples/ag-ui/by-hand.js';
import {createRoute} from '../../demo/examples/ag-ui/route.js';
import {agUi, plainText} from '../../src/core/index.js';
import {openChat} from '../controller/support/chat.js';

describe('the servers of AG-UI in the documentation', () => {
  const listener = getRequestListener(
    createRoute(async function* (messages) {
      yield 'Messages: ';
      yield await Promise.resolve(String(messages.length));
    }),
  );
  const route = createServer((request, response) => void listener(request, response));

  after(() => {
    for (const server of [byHand, route]) server.close();
  });

  for (const [name, server, answers] of [
    ['with the official packages', route, ['Messages: 1', 'Messages: 3']],
    ['without a package', byHand, ['Good morning', 'Good evening']],
  ] as const) {
    it(`answer several messages, ${name}`, async () => {
      server.listen(0, '127.0.0.1');
      await once(server, 'listening');
      const {port} = server.address() as AddressInfo;
      const chat = openChat({
        endpoint: `http://127.0.0.1:${port}/agent`,
        protocol: agUi,
        storage: null,
      });
      await chat.send('Good morning');
      await chat.send('Good evening');
      const [, first, , second] = chat.conversation.children.map(item => plainText(item).trim());
      assert.deepEqual([first, second], answers);
      assert.equal(chat.lastError, undefined);
      chat.dispose();
    });
  }
});
