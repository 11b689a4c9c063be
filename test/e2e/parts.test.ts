import assert from 'node:assert/strict';
import {after, before, describe, it} from 'node:test';
import type {Browser} from 'playwright-core';
import {startServer, type AgentServer} from '../support/agent-server.js';
import {openBrowser, openPage} from '../support/browser.js';
import {serveFiles} from '../support/file-server.js';

declare global {
  /** Every copy of Lit on a page adds its version. */
  var litElementVersions: readonly string[];
}

describe('what is fetched when it is first needed', () => {
  let browser: Browser;
  let agent: AgentServer;

  before(async () => {
    [browser, agent] = await Promise.all([openBrowser(), startServer()]);
  });
  after(() => Promise.all([browser.close(), agent.stop()]));

  for (const [name, script] of [
    ['the module', '<script type="module" src="/cdn/ubik-chat.js"></script>'],
    ['the classic script', '<script defer src="/cdn/ubik-chat.iife.js"></script>'],
  ] as const) {
    it(`is missed without loss, fetched later, and runs on what the page has, with ${name}`, async () => {
      const html = `<!doctype html><html lang="en"><title>Parts</title>${script}
        <ubik-chat endpoint="${agent.url}" token-endpoint="${agent.origin}/demo/token"></ubik-chat>`;
      const files = await serveFiles('dist', {'/': html, '/favicon.ico': ''});
      const {page} = await openPage(browser, `${files.origin}/`);
      const part = '**/cdn/elements/ubik-request.define.js';
      await page.route(part, route => route.abort());
      try {
        const missed = page.waitForEvent('requestfailed');
        const composer = page.getByRole('textbox', {name: 'Message'});
        await composer.fill('please book it');
        await composer.press('Enter');
        await missed;
        const question = page.getByRole('log').locator('ubik-request');
        await question.filter({hasText: /\w.*\?/}).waitFor();

        await page.unroute(part);
        // It comes once the page knows of the failure, a little later than who watches it.
        await page.waitForFunction(() => {
          dispatchEvent(new Event('online'));
          return customElements.get('ubik-request') !== undefined;
        });
        await question.getByRole('button', {name: 'Yes', exact: true}).click();
        await page.waitForFunction(() => {
          const chat = document.querySelector('ubik-chat');
          const last = chat?.conversation.children.at(-1);
          return chat?.status === 'idle' && last?.status === 'done';
        });
        assert.equal(await page.evaluate(() => litElementVersions.length), 1);
      } finally {
        await page.context().close();
        await files.stop();
      }
    });
  }
});
