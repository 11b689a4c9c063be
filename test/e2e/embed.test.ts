import assert from 'node:assert/strict';
import {after, before, describe, it} from 'node:test';
import type {Browser} from 'playwright-core';
import {startServer, type AgentServer} from '../support/agent-server.js';
import {openBrowser, openPage} from '../support/browser.js';
import {serveFiles} from '../support/file-server.js';

/** The strictest policy that the widget supports; the endpoint is on another origin. */
const policy = (endpoint: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    `connect-src ${endpoint}`,
    "require-trusted-types-for 'script'",
    'trusted-types lit-html dompurify',
  ].join('; ');

describe('a static page with one script tag and one tag', () => {
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
    it(`works from a file server under the strictest policy, by ${name}`, async () => {
      const html = `<!doctype html><html lang="en"><title>Embed</title>${script}
        <ubik-chat endpoint="${agent.url}" token-endpoint="${agent.origin}/demo/token"></ubik-chat>`;
      const headers = {'content-security-policy': policy(agent.origin)};
      const files = await serveFiles('dist', {'/': html, '/favicon.ico': ''}, headers);
      const {page, complaints} = await openPage(browser, `${files.origin}/`);
      const outside: string[] = [];
      page.on('request', request => {
        const {origin} = new URL(request.url());
        if (origin !== files.origin && origin !== agent.origin) outside.push(request.url());
      });
      try {
        const composer = page.getByRole('textbox', {name: 'Message'});
        await composer.fill('show markdown');
        await composer.press('Enter');
        await page.waitForFunction(() => {
          const chat = document.querySelector('ubik-chat');
          return chat?.status === 'idle' && chat.conversation.children.length === 2;
        });
        assert.ok((await page.getByRole('log').getByRole('table').count()) > 0);
        assert.deepEqual(complaints, []);
        assert.deepEqual(outside, []);
      } finally {
        await page.context().close();
        await files.stop();
      }
    });
  }
});
