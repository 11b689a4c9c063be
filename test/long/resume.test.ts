import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {until} from '../support/until.js';
import {chatMarkup, numberPattern, Fixture} from '../e2e/fixture.js';

declare global {
  interface Window {
    /** What a chat has displayed and announced about its connection. */
    seen: Set<string>;
  }
}

describe('after a reload', () => {
  const fixture = new Fixture();

  it('the session of the same endpoint, agent and user is restored', async () => {
    const {page} = await fixture.open(chatMarkup('user-id="ada"') + chatMarkup('user-id="ben"'));
    for (const [n, text] of ['I am Ada', 'I am Ben'].entries()) {
      const composer = page.getByRole('textbox', {name: 'Message'}).nth(n);
      await composer.fill(text);
      await composer.press('Enter');
      await page.getByRole('log').nth(n).getByText('Thank you for telling me').first().waitFor();
    }
    await page.reload();
    const [ada, ben] = [page.getByRole('log').nth(0), page.getByRole('log').nth(1)];
    await ada.getByText('I am Ada').first().waitFor();
    await ben.getByText('I am Ben').first().waitFor();
    assert.equal(await ada.getByText('I am Ben').count(), 0);
    assert.equal(await ben.getByText('I am Ada').count(), 0);
  });

  it('an unfinished run continues', async () => {
    const {page, send, transcript, waitForAnswer} = await fixture.open(chatMarkup());
    await send('/replay b-multi-step-web-search pace 1');
    await transcript.getByText('I will check the museum').first().waitFor();
    await page.reload();
    await transcript.getByText('I will check the museum').first().waitFor();
    assert.match(await waitForAnswer(), /closed on Monday and Tuesday/);
  });

  for (const [protocol, attributes, attach] of [
    ['Ubik', 'endpoint="/api/v1"', '**/agent-sessions/*/stream*'],
    [
      'AISHU',
      'protocol="aishu" endpoint="/aishu/api/agent-factory/v1" agent-id="demo"',
      '**/chat/resume',
    ],
  ] as const) {
    it(`an unfinished run of ${protocol} is resumed without a message about a lost connection`, async () => {
      const {page, send, transcript, waitForAnswer} = await fixture.open(
        `<ubik-chat ${attributes} token-endpoint="/demo/token"></ubik-chat>`,
      );
      await send('write a long answer of 4 KB at 60 events a second');
      await transcript.getByText('Section 1').first().waitFor();
      await page.addInitScript({path: 'test/support/announcements.js'});
      // The page records everything that it displays and announces, however briefly.
      await page.addInitScript(() => {
        window.seen = new Set();
        setInterval(() => {
          const root = document.querySelector('ubik-chat')?.shadowRoot;
          const notices = root
            ?.querySelector('.status')
            ?.shadowRoot?.querySelectorAll('ubik-notice');
          const displayed = [...(notices ?? [])].map(({textContent}) => textContent.trim());
          for (const text of [...displayed, ...announcements]) window.seen.add(text);
        }, 5);
      });
      let release = (): void => undefined;
      const held = new Promise<void>(resolve => (release = resolve));
      await page.route(attach, async route => {
        await held;
        await route.continue();
      });
      await page.reload();
      await page.getByText('Resuming…').filter({visible: true}).waitFor();
      await page.waitForFunction(() => announcements.includes('Resuming the answer.'));
      release();
      await waitForAnswer();
      const seen = await page.evaluate(() => [...window.seen]);
      assert.deepEqual(
        seen.filter(text => /connection|connected/i.test(text)),
        [],
      );
      assert.equal(await page.getByText('Resuming…').count(), 0);
    });
  }

  it('the draft is restored', async () => {
    const {page, send, waitForAnswer} = await fixture.open(chatMarkup());
    await send('what is 6 * 7');
    await waitForAnswer();
    const composer = page.getByRole('textbox', {name: 'Message'});
    await composer.fill('half a thought');
    await page.reload();
    await page.getByText(numberPattern(42)).first().waitFor();
    await until(async () => (await composer.inputValue()) === 'half a thought');
  });

  it('an open question can be answered', async () => {
    const {page, send, waitForAnswer} = await fixture.open(chatMarkup());
    await send('ask me');
    const field = page.locator('ubik-request').getByRole('textbox');
    await field.waitFor();
    await page.reload();
    await field.fill('marie@example.com');
    await page.getByRole('button', {name: 'Send answer'}).click();
    await page.getByText('I took note of').first().waitFor();
    assert.match(await waitForAnswer(), /marie@example\.com/);
  });

  for (const [condition, content] of [
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
    it(`a chat works if storage is ${condition}`, async () => {
      const {page, send, waitForAnswer, browserErrors} = await fixture.open(chatMarkup());
      await page.addInitScript({content});
      await page.reload();
      await send('what is 6 * 7');
      assert.match(await waitForAnswer(), /42/);
      assert.deepEqual(browserErrors, []);
    });
  }

  it('a new conversation remains separate from the previous one', async () => {
    const {page, send, transcript, waitForAnswer} = await fixture.open(chatMarkup());
    await send('what is 6 * 7');
    await waitForAnswer();
    await page.getByRole('button', {name: 'New conversation'}).click();
    await transcript.getByText(numberPattern(42)).first().waitFor({state: 'detached'});
    await page.reload();
    await page.getByText('How can I help?').waitFor();
    assert.equal(await transcript.getByText(numberPattern(42)).count(), 0);
  });

  it('no data of a user who signed out is displayed', async () => {
    const {page, send, transcript, waitForAnswer} = await fixture.open(chatMarkup());
    await send('what is 6 * 7');
    await waitForAnswer();
    await page.getByRole('textbox', {name: 'Message'}).fill('half a thought');
    await page.evaluate(() => document.querySelector('ubik-chat')?.shutdown());
    await transcript.getByText(numberPattern(42)).first().waitFor({state: 'detached'});
    const composer = page.getByRole('textbox', {name: 'Message'});
    await until(async () => (await composer.inputValue()) === '');
    assert.deepEqual(await page.evaluate(() => Object.keys(localStorage)), []);
    await page.reload();
    await page.getByText('How can I help?').waitFor();
    assert.equal(await transcript.getByText(numberPattern(42)).count(), 0);
  });

  it('another session can be loaded by its id', async () => {
    const {page, send, transcript, waitForAnswer} = await fixture.open(chatMarkup());
    await send('what is 6 * 7');
    await waitForAnswer();
    const id = await page.evaluate(() => document.querySelector('ubik-chat')?.session?.id);
    await page.getByRole('button', {name: 'New conversation'}).click();
    await transcript.getByText(numberPattern(42)).first().waitFor({state: 'detached'});
    await page.evaluate(session => document.querySelector('ubik-chat')?.loadSession(session!), id);
    await transcript.getByText(numberPattern(42)).first().waitFor();
  });
});
