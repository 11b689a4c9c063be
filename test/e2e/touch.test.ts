import assert from 'node:assert/strict';
import {after, before, describe, it} from 'node:test';
import type {Browser} from 'playwright-core';
import {startServer, type AgentServer} from '../support/agent-server.js';
import {openPage} from '../support/browser.js';
import {sharedBrowser} from './fixture.js';

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
});
