import assert from 'node:assert/strict';
import {utimes} from 'node:fs/promises';
import {after, before, describe, it} from 'node:test';
import type {Browser} from 'playwright-core';
import {startServer, type AgentServer} from '../support/agent-server.js';
import {openPage} from '../support/browser.js';
import {sharedBrowser} from './fixture.js';

describe('a page of the development server', () => {
  let browser: Browser;
  let server: AgentServer;

  before(async () => {
    const env = {UBIK_DEMO_RELOAD: 'true'};
    [browser, server] = await Promise.all([sharedBrowser(), startServer({env})]);
  });
  after(() => server.stop());

  for (const file of ['src/index.ts', 'demo/docs/home.md']) {
    it(`is loaded again when ${file} changes`, async () => {
      const {page, browserErrors} = await openPage(browser, `${server.origin}/`);
      const connected = page.waitForResponse(`${server.origin}/changes`);
      await page.reload();
      await connected;
      const before = await page.evaluate(() => performance.timeOrigin);
      await utimes(file, new Date(), new Date());
      await page.waitForFunction(known => performance.timeOrigin !== known, before);
      await page.waitForFunction(() => customElements.get('ubik-chat') !== undefined);
      assert.deepEqual(browserErrors, []);
      await page.context().close();
    });
  }
});
