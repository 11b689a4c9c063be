import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {chatMarkup, Fixture} from '../e2e/fixture.js';

declare global {
  interface Window {
    /** What a chat has displayed and announced about its connection. */
    seen: Set<string>;
  }
}

describe('after a reload', () => {
  const fixture = new Fixture();

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

  it('a chat works if storage is forbidden', async () => {
    const {page, send, waitForAnswer, browserErrors} = await fixture.open(chatMarkup());
    await page.addInitScript(() => {
      Object.defineProperty(window, 'localStorage', {
        get() {
          throw new DOMException('It is forbidden.', 'SecurityError');
        },
      });
    });
    await page.reload();
    await send('what is 6 * 7');
    assert.match(await waitForAnswer(), /42/);
    assert.deepEqual(browserErrors, []);
  });
});
