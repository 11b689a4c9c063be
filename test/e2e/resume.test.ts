import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {until} from '../support/until.js';
import {chat, number, Setting} from './setting.js';

declare global {
  interface Window {
    /** What a chat has shown and announced about its connection. */
    seen: Set<string>;
  }
}

describe('after a reload', () => {
  const setting = new Setting();

  it('the session of each endpoint, agent and user is there again, and no other one', async () => {
    const {page} = await setting.arrive(chat('user-id="ada"') + chat('user-id="ben"'));
    for (const [n, words] of ['I am Ada', 'I am Ben'].entries()) {
      const composer = page.getByRole('textbox', {name: 'Message'}).nth(n);
      await composer.fill(words);
      await composer.press('Enter');
      await page.getByRole('log').nth(n).getByText('You said').first().waitFor();
    }
    await page.reload();
    const [ada, ben] = [page.getByRole('log').nth(0), page.getByRole('log').nth(1)];
    await ada.getByText('I am Ada').first().waitFor();
    await ben.getByText('I am Ben').first().waitFor();
    assert.equal(await ada.getByText('I am Ben').count(), 0);
    assert.equal(await ben.getByText('I am Ada').count(), 0);
  });

  it('an unfinished run goes on', async () => {
    const {page, write, transcript, settled} = await setting.arrive(chat());
    await write('/replay b-multi-step-web-search pace 1');
    await transcript.getByText('I will check the museum').first().waitFor();
    await page.reload();
    await transcript.getByText('I will check the museum').first().waitFor();
    assert.match(await settled(), /closed on Monday and Tuesday/);
  });

  for (const [wire, attributes, attach] of [
    ['Ubik', 'endpoint="/api/v1"', '**/agent-sessions/*/stream*'],
    [
      'AISHU',
      'protocol="aishu" endpoint="/aishu/api/agent-factory/v1" agent-id="demo"',
      '**/chat/resume',
    ],
  ] as const) {
    it(`an unfinished run of ${wire} is resumed, and nothing says that a connection was lost`, async () => {
      const {page, write, transcript, settled} = await setting.arrive(
        `<ubik-chat ${attributes} token-endpoint="/demo/token"></ubik-chat>`,
      );
      await write('write a long answer of 4 KB at 60 events a second');
      await transcript.getByText('Section 1').first().waitFor();
      // The page keeps everything that it shows and announces, however briefly.
      await page.addInitScript(() => {
        window.seen = new Set();
        setInterval(() => {
          const root = document.querySelector('ubik-chat')?.shadowRoot;
          for (const part of root?.querySelectorAll('.trouble, .spoken') ?? []) {
            if (part.textContent) window.seen.add(part.textContent.trim());
          }
        }, 5);
      });
      let release = (): void => undefined;
      const held = new Promise<void>(resolve => (release = resolve));
      await page.route(attach, async route => {
        await held;
        await route.continue();
      });
      await page.reload();
      const spoken = page.locator('ubik-chat .spoken');
      await page.getByText('Resuming…').filter({visible: true}).waitFor();
      await spoken.getByText('Resuming the answer.').waitFor();
      release();
      await settled();
      const seen = await page.evaluate(() => [...window.seen]);
      assert.deepEqual(
        seen.filter(words => /connection|connected/i.test(words)),
        [],
      );
      assert.equal(await page.getByText('Resuming…').count(), 0);
    });
  }

  it('what was being written is there', async () => {
    const {page, write, settled} = await setting.arrive(chat());
    await write('what is 6 * 7');
    await settled();
    const composer = page.getByRole('textbox', {name: 'Message'});
    await composer.fill('half a thought');
    await page.reload();
    await page.getByText(number(42)).first().waitFor();
    await until(async () => (await composer.inputValue()) === 'half a thought');
  });

  it('an open question can be answered', async () => {
    const {page, write, settled} = await setting.arrive(chat());
    await write('ask me');
    const field = page.getByRole('textbox', {name: 'Your answer'});
    await field.waitFor();
    await page.reload();
    await field.fill('marie@example.com');
    await page.getByRole('button', {name: 'Send answer'}).click();
    await page.getByText('I took note of').first().waitFor();
    assert.match(await settled(), /marie@example\.com/);
  });

  for (const [what, content] of [
    [
      'forbidden',
      `Object.defineProperty(window, 'localStorage', {
        get() { throw new DOMException('It is forbidden.', 'SecurityError'); },
      });`,
    ],
    [
      'full',
      `Storage.prototype.setItem = () => {
        throw new DOMException('It is full.', 'QuotaExceededError');
      };`,
    ],
  ] as const) {
    it(`a chat works where storage is ${what}`, async () => {
      const {page, write, settled, complaints} = await setting.arrive(chat());
      await page.addInitScript({content});
      await page.reload();
      await write('what is 6 * 7');
      assert.match(await settled(), /42/);
      assert.deepEqual(complaints, []);
    });
  }

  it('a new conversation that was begun is not the old one', async () => {
    const {page, write, transcript, settled} = await setting.arrive(chat());
    await write('what is 6 * 7');
    await settled();
    await page.getByRole('button', {name: 'New conversation'}).click();
    await transcript.getByText(number(42)).first().waitFor({state: 'detached'});
    await page.reload();
    await page.getByText('How can I help?').waitFor();
    assert.equal(await transcript.getByText(number(42)).count(), 0);
  });

  it('nothing is there of a user who has left', async () => {
    const {page, write, transcript, settled} = await setting.arrive(chat());
    await write('what is 6 * 7');
    await settled();
    await page.getByRole('textbox', {name: 'Message'}).fill('half a thought');
    await page.evaluate(() => document.querySelector('ubik-chat')?.shutdown());
    await transcript.getByText(number(42)).first().waitFor({state: 'detached'});
    const composer = page.getByRole('textbox', {name: 'Message'});
    await until(async () => (await composer.inputValue()) === '');
    assert.deepEqual(await page.evaluate(() => Object.keys(localStorage)), []);
    await page.reload();
    await page.getByText('How can I help?').waitFor();
    assert.equal(await transcript.getByText(number(42)).count(), 0);
  });

  it('another session can be loaded by its id', async () => {
    const {page, write, transcript, settled} = await setting.arrive(chat());
    await write('what is 6 * 7');
    await settled();
    const id = await page.evaluate(() => document.querySelector('ubik-chat')?.session?.id);
    await page.getByRole('button', {name: 'New conversation'}).click();
    await transcript.getByText(number(42)).first().waitFor({state: 'detached'});
    await page.evaluate(session => document.querySelector('ubik-chat')?.loadSession(session!), id);
    await transcript.getByText(number(42)).first().waitFor();
  });
});
