import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import type {Page} from 'playwright-core';
import type {ChatStatus} from '../../src/index.js';
import {ButtonWalk, control} from './button-walk.js';
import {Fixture} from '../e2e/fixture.js';

/** How a chat reaches a status: the last message of the user and the faults of the server. */
interface ButtonScene {
  readonly text?: string;
  readonly faults?: readonly object[];
  /** Whether the conversation is empty. */
  readonly empty?: boolean;
}

const slow = 'write a long answer at 5 events a second';

/** The comments keep the connection, however long the walk takes: without them a stop ends after 30 seconds. */
const endless = {kind: 'stall', at_frame: 40, on: 'send', keep_alive: true};

const scenes: Readonly<Record<ChatStatus, readonly ButtonScene[]>> = {
  idle: [{}, {text: 'fail'}, {empty: true}],
  waiting: [{text: 'compare two numbers'}, {text: 'confirm it'}, {text: 'ask me'}],
  connecting: [{text: 'hello', faults: [{kind: 'stall', at_frame: 0, on: 'send'}]}],
  streaming: [{text: 'write a long answer', faults: [endless]}],
  // It stalls before the frame that ends a stopped run, however late the client stops it.
  stopping: [{text: 'write a long answer', faults: [{...endless, at_frame: 2}]}],
  reconnecting: [
    {
      text: slow,
      faults: [
        {kind: 'drop', at_frame: 10, on: 'send'},
        {kind: 'status', status: 503, retry_after: 600, on: 'attach', times: 50},
      ],
    },
  ],
  lost: [
    {
      text: slow,
      faults: [
        {kind: 'drop', at_frame: 10, on: 'send'},
        {kind: 'status', status: 403, on: 'attach', times: 50},
      ],
    },
  ],
};

const markup = `<ubik-chat endpoint="/api/v1" token-endpoint="/demo/token" layout="float" open feedback dictation
  teaser="May I help?" share-url="/?s={session}">${control.markup}</ubik-chat>`;

const statusIs = (page: Page, wanted: ChatStatus): Promise<unknown> =>
  page.waitForFunction(name => document.querySelector('ubik-chat')?.status === name, wanted, {
    polling: 20,
  });

/** Sends a message and waits until its answer has ended with a status. */
async function ask(page: Page, text: string, end: ChatStatus = 'idle'): Promise<void> {
  await page.evaluate(text => {
    const chat = document.querySelector('ubik-chat');
    return new Promise<void>(resolve => {
      chat?.addEventListener('ubik-turn-start', () => resolve(), {once: true});
      void chat?.send(text).then(() => resolve());
    });
  }, text);
  await statusIs(page, end);
  await page.waitForFunction(() => {
    const last = document.querySelector('ubik-chat')?.conversation.children.at(-1);
    return last?.kind === 'message' && last.role === 'assistant' && last.status !== 'streaming';
  });
}

/** Mounts a chat with a new session that contains every kind of item with a button. */
async function begin(page: Page): Promise<void> {
  await page.evaluate(html => buttonWalk.mount(html), markup);
  await ask(page, 'hello');
  await page.evaluate(() => buttonWalk.again());
  await statusIs(page, 'idle');
  await ask(page, 'make a web page about themes');
  await ask(page, 'show a table of the documents');
  await ask(page, 'compare two numbers', 'waiting');
  await ask(page, 'as a list');
}

async function enter(
  fixture: Fixture,
  page: Page,
  status: ChatStatus,
  scene: ButtonScene,
): Promise<void> {
  const {text, faults = [], empty} = scene;
  await fixture.control('DELETE', 'faults');
  if (empty) {
    await page.evaluate(html => buttonWalk.mount(html), markup);
    return;
  }
  await begin(page);
  if (faults.length > 0) await fixture.control('POST', 'faults', faults);
  if (text !== undefined) {
    await page.evaluate(text => void document.querySelector('ubik-chat')?.send(text), text);
    await page.waitForFunction(() => document.querySelector('ubik-chat')?.status !== 'idle');
  }
  if (status === 'stopping') {
    await statusIs(page, 'streaming');
    await page.evaluate(() => void document.querySelector('ubik-chat')?.stop());
  }
  await statusIs(page, status);
  await page.evaluate(() => buttonWalk.draft('next'));
}

// The tests mostly wait until nothing changes any more, so some run concurrently, each with its own server.
describe('each button', {concurrency: 3}, () => {
  for (const status of Object.keys(scenes) as ChatStatus[]) {
    describe(`in the status ${status}`, () => {
      const fixture = new Fixture({isConcurrent: true});

      it('has an effect, displays a reason or is absent', async () => {
        const {page} = await fixture.open('');
        await page.addScriptTag({path: 'test/support/button-walk.js'});
        const effects = new Map<string, string>();
        for (const scene of scenes[status]) {
          const walk = new ButtonWalk(page, status, effects.keys(), () =>
            enter(fixture, page, status, scene),
          );
          await walk.walk();
          for (const [kind, effect] of walk.effects) effects.set(kind, effect);
          assert.deepEqual(walk.failures, [`${control.kind}: silent`]);
        }
        assert.ok(effects.size > 10, [...effects.keys()].join('\n'));
      });
    });
  }
});
