import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {server as byHand} from '../../demo/examples/ag-ui/by-hand.js';
import {createRoute} from '../../demo/examples/ag-ui/route.js';
import {agUi} from '../../src/core/index.js';
import {addressOf, answersOf, serverOf} from './servers.js';

describe('the servers of AG-UI in the documentation', () => {
  const route = serverOf(
    createRoute(async function* (messages) {
      yield 'Messages: ';
      yield await Promise.resolve(String(messages.length));
    }),
  );

  for (const [name, server, answers] of [
    ['with the official packages', route, ['Messages: 1', 'Messages: 3']],
    ['without a package', byHand, ['Good morning', 'Good evening']],
  ] as const) {
    it(`answer several messages, ${name}`, async () => {
      assert.deepEqual(await answersOf(`${await addressOf(server)}/agent`, agUi), answers);
    });
  }
});
