import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import type {Page} from 'playwright-core';
import type {ChatStatus} from '../../src/index.js';
import {ButtonWalk, control} from './button-walk.js';
import {Setting} from './setting.js';

/** What brings a chat into a status: what the user writes last, and how the server misbehaves then. */
interface Scene {
  readonly text?: string;
  readonly faults?: readonly object[];
  /** Whether nothing has been said before. */
  readonly empty?: boolean;
}

const slow = 'write a long answer at 5 events a second';

const scenes: Readonly<Record<ChatStatus, readonly Scene[]>> = {
  idle: [{}, {text: 'fail'}, {empty: true}],
  waiting: [{text: 'compare two numbers'}, {text: 'confirm it'}, {text: 'ask me'}],
  connecting: [{text: 'hello', faults: [{kind: 'stall', at_frame: 0, on: 'send'}]}],
  streaming: [{text: 'write a long answer', faults: [{kind: 'stall', at_frame: 40, on: 'send'}]}],
  stopping: [{text: 'write a long answer', faults: [{kind: 'stall', at_frame: 40, on: 'send'}]}],
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

/** Sends a message, and waits for the status that the answer to it has in the end. */
async function ask(page: Page, text: string, end: ChatStatus = 'idle'): Promise<void> {
  await page.evaluate(words => {
    const chat = document.querySelector('ubik-chat');
    return new Promise<void>(resolve => {
      chat?.addEventListener('ubik-turn-start', () => resolve(), {once: true});
      void chat?.send(words).then(resolve);
    });
  }, text);
  await statusIs(page, end);
  await page.waitForFunction(() => {
    const last = document.querySelector('ubik-chat')?.conversation.children.at(-1);
    return last?.kind === 'message' && last.role === 'assistant' && last.status !== 'streaming';
  });
}

/** Shows a new session, with everything in it that has a button. */
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
  setting: Setting,
  page: Page,
  status: ChatStatus,
  scene: Scene,
): Promise<void> {
  const {text, faults = [], empty} = scene;
  await setting.lever('DELETE', 'faults');
  if (empty) {
    await page.evaluate(html => buttonWalk.mount(html), markup);
    return;
  }
  await begin(page);
  if (faults.length > 0) await setting.lever('POST', 'faults', faults);
  if (text !== undefined) {
    await page.evaluate(words => void document.querySelector('ubik-chat')?.send(words), text);
    await page.waitForFunction(() => document.querySelector('ubik-chat')?.status !== 'idle');
  }
  if (status === 'stopping') {
    await statusIs(page, 'streaming');
    await page.evaluate(() => void document.querySelector('ubik-chat')?.stop());
  }
  await statusIs(page, status);
  await page.evaluate(() => buttonWalk.draft('next'));
}

// Most of the time is spent waiting until nothing changes any more, so a few run at once, each with its own server.
describe('each button has an effect, or gives the reason why not', {concurrency: 3}, () => {
  for (const status of Object.keys(scenes) as ChatStatus[]) {
    describe(`while the status is ${status}`, () => {
      const setting = new Setting();

      it('or is not there', async () => {
        const {page} = await setting.arrive('');
        await page.addScriptTag({path: 'test/support/button-walk.js'});
        const effects = new Map<string, string>();
        for (const scene of scenes[status]) {
          const walk = new ButtonWalk(page, status, effects.keys(), () =>
            enter(setting, page, status, scene),
          );
          await walk.walk();
          for (const [kind, effect] of walk.effects) effects.set(kind, effect);
          assert.deepEqual(walk.faults, [`${control.kind}: silent`]);
        }
        assert.ok(effects.size > 10, [...effects.keys()].join('\n'));
      });
    });
  }
});
