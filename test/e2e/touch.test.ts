import assert from 'node:assert/strict';
import {after, before, describe, it} from 'node:test';
import type {Browser, Locator} from 'playwright-core';
import {startServer, type AgentServer} from '../support/agent-server.js';
import {openPage} from '../support/browser.js';
import {until} from '../support/until.js';
import {chatMarkup, sharedBrowser} from './fixture.js';

describe('a chat on a touch screen', () => {
  let browser: Browser;
  let server: AgentServer;

  before(async () => {
    [browser, server] = await Promise.all([sharedBrowser(), startServer()]);
  });
  after(() => server.stop());

  for (const fontSize of ['', '20px']) {
    it(`has the words in the field in the middle of the buttons ${fontSize}`, async () => {
      const {page} = await openPage(browser, `${server.origin}/plain.html`, {
        hasTouch: true,
        isMobile: true,
        viewport: {width: 390, height: 700},
      });
      const field = page.locator('ubik-composer textarea').first();
      await field.waitFor();
      await page.evaluate(size => {
        if (size) document.documentElement.style.setProperty('--ubik-font-size', size);
      }, fontSize);
      const [words, ...buttons] = await field.evaluate(element => {
        const {paddingTop, paddingBottom} = getComputedStyle(element);
        const {top, bottom} = element.getBoundingClientRect();
        const parts = [...(element.closest('form')?.querySelectorAll('button, .attach') ?? [])];
        return [
          (top + Number.parseFloat(paddingTop) + bottom - Number.parseFloat(paddingBottom)) / 2,
          ...parts.map(part => {
            const box = part.getBoundingClientRect();
            return (box.top + box.bottom) / 2;
          }),
        ];
      });
      assert.ok(buttons.length > 0);
      for (const middle of buttons) assert.ok(Math.abs(middle - words) < 1, `${middle} ${words}`);
      await page.close();
    });
  }

  for (const [device, hasMouse, key] of [
    ['only a touch screen', false, 'enter'],
    ['a touch screen and a mouse', true, 'send'],
  ] as const) {
    it(`with ${device}: Enter is ${key} in each field for words`, async () => {
      const {page} = await openPage(
        browser,
        server.origin,
        {hasTouch: true, isMobile: true, viewport: {width: 390, height: 700}},
        async context => {
          // Chromium emulates a touch screen without a mouse only.
          if (hasMouse)
            await context.addInitScript(() => {
              const {matchMedia} = window;
              window.matchMedia = query =>
                matchMedia.call(window, query === '(any-pointer: fine)' ? 'all' : query);
            });
          await context.route(
            url => url.pathname === '/',
            route =>
              route.fulfill({
                contentType: 'text/html',
                body: `<!doctype html><title>Page</title><link rel="icon" href="data:,">
                  <script type="module" src="/ubik-chat.js"></script>
                  ${chatMarkup('layout="full"')}`,
              }),
          );
        },
      );
      const requests: string[] = [];
      page.on('request', request => requests.push(`${request.method()} ${request.postData()}`));
      /** Types two lines. Returns what is in the field, and whether the first one was sent. */
      const enterInto = async (field: Locator): Promise<readonly string[]> => {
        assert.equal(await field.getAttribute('enterkeyhint'), key);
        await field.fill('first');
        requests.length = 0;
        await field.press('Enter');
        const sent = (): boolean => requests.some(text => text.includes('first'));
        if (key === 'send') {
          await until(sent);
          return ['sent'];
        }
        await field.pressSequentially('second');
        return [sent() ? 'sent' : await field.inputValue()];
      };
      const expected = [key === 'send' ? 'sent' : 'first\nsecond'];
      const composer = page.locator('ubik-composer textarea').first();
      await composer.waitFor();
      assert.deepEqual(await enterInto(composer), expected);
      await composer.fill('ask me');
      await composer.press('Control+Enter');
      const answer = page.locator('ubik-request textarea');
      await answer.waitFor();
      assert.deepEqual(await enterInto(answer), expected);
      await page.close();
    });
  }
});
