import assert from 'node:assert/strict';
import {once} from 'node:events';
import {describe, it} from 'node:test';
import {setTimeout as delay} from 'node:timers/promises';
import {server as byHand} from '../../demo/examples/ag-ui/by-hand.js';
import {createRoute} from '../../demo/examples/ag-ui/route.js';
import {agUi, plainText} from '../../src/core/index.js';
import {openChat} from '../controller/support/chat.js';
import {until} from '../support/until.js';
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

  it('display the text and the error of an agent that fails', async () => {
    const failing = serverOf(
      createRoute(async function* () {
        yield await Promise.resolve('Half an ');
        throw new Error('The model is overloaded.');
      }),
    );
    const endpoint = `${await addressOf(failing)}/agent`;
    const chat = openChat({endpoint, protocol: agUi, storage: null});
    await chat.send('Good morning');
    assert.equal(chat.lastError?.detail, 'The model is overloaded.');
    assert.match(chat.conversation.children.map(plainText).join('\n'), /Half an /);
    chat.dispose();
  });

  it('end the agent when the user stops the answer, between two texts and while it waits', async () => {
    const ended = new Set<string>();
    const agent = serverOf(
      createRoute(async function* (messages, signal) {
        const waits = messages.length > 1;
        try {
          yield 'One';
          if (waits) await once(signal, 'abort');
          for (;;) yield await delay(5, ' more');
        } finally {
          ended.add(waits ? 'while it waits' : 'between two texts');
        }
      }),
    );
    const endpoint = `${await addressOf(agent)}/agent`;
    const chat = openChat({endpoint, protocol: agUi, storage: null});
    for (const how of ['between two texts', 'while it waits']) {
      const before = chat.conversation.children.length;
      const sent = chat.send('Count');
      await until(() =>
        chat.conversation.children.slice(before).map(plainText).join().includes('One'),
      );
      await chat.stop();
      await sent;
      await until(() => ended.has(how));
    }
    chat.dispose();
  });
});
