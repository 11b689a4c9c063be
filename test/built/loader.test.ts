import assert from 'node:assert/strict';
import {after, before, describe, it} from 'node:test';
import type {Browser, Locator, Page} from 'playwright-core';
import {startServer, type AgentServer} from '../support/agent-server.js';
import {openBrowser, openPage} from '../support/browser.js';
import {serveFiles, type FileServer} from '../support/file-server.js';

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

/** The script of the page: counts layout shifts from the start and queues a call before the loader runs. */
const pageScript = `
  window.shifts = 0;
  new PerformanceObserver(list => {
    for (const {value} of list.getEntries()) window.shifts += value;
  }).observe({type: 'layout-shift', buffered: true});
  (window.ubikChat ??= []).push(chat => (window.called = chat.localName));
`;

const defined = (page: Page): Promise<boolean> =>
  page.evaluate(() => customElements.get('ubik-chat') !== undefined);

/** The box of the button, in whole pixels. */
const place = async (page: Page): Promise<unknown> => {
  const box = await page.getByRole('button', {name: 'Open chat'}).first().boundingBox();
  return Object.values(box ?? {}).map(Math.round);
};

const openerOf = (page: Page): Locator => page.getByRole('button', {name: 'Open chat'});

const loaded = async (page: Page): Promise<void> => {
  await page.waitForFunction(() => document.querySelector('ubik-chat')?.shadowRoot);
  await page.waitForFunction(() => 'called' in window);
};

describe('a page with the loader', () => {
  let browser: Browser;
  let agent: AgentServer;
  let files: FileServer;

  before(async () => {
    [browser, agent] = await Promise.all([openBrowser(), startServer()]);
    // On /busy no idle callback runs, so everything is loaded because of an action of the user.
    const html = `<!doctype html><html lang="en"><head><title>Loader</title>
      <script src="/page.js"></script>
      <script async src="/cdn/loader.js" data-endpoint="${agent.url}"
        data-token-endpoint="${agent.origin}/demo/token" data-heading="Ask us"></script></head>
      <body><main><h1>A page</h1><p>With a paragraph.</p></main></body></html>`;
    const pages = {
      '/': html,
      '/page.js': pageScript,
      '/busy': html.replace('/page.js', '/busy.js'),
      '/busy.js': `${pageScript} window.requestIdleCallback = () => 0;`,
      '/favicon.ico': '',
    };
    files = await serveFiles('dist', pages, {'content-security-policy': policy(agent.origin)});
  });
  after(async () => {
    await Promise.all([browser.close(), agent.stop(), files.stop()]);
  });

  it('displays the button at once and loads the chat when the button is focused', async () => {
    const {page, browserErrors} = await openPage(browser, `${files.origin}/busy`);
    const asked: string[] = [];
    page.on('request', request => asked.push(request.url()));
    const button = page.getByRole('button', {name: 'Open chat'});
    await button.waitFor();
    assert.equal(await defined(page), false);
    assert.deepEqual(
      asked.filter(url => url.includes('ubik-chat')),
      [],
    );
    const painted = await place(page);
    await button.focus();
    await page.waitForFunction(() => document.querySelector('ubik-chat')?.shadowRoot);
    await page.waitForFunction(() => document.activeElement?.localName === 'ubik-chat');
    assert.deepEqual(await place(page), painted);
    assert.equal(await page.evaluate('window.called'), 'ubik-chat');
    assert.deepEqual(browserErrors, []);
    await page.context().close();
  });

  it('loads the chat when the pointer enters the button and keeps it closed', async () => {
    const {page, browserErrors} = await openPage(browser, `${files.origin}/busy`);
    await page.getByRole('button', {name: 'Open chat'}).waitFor();
    assert.equal(await defined(page), false);
    await page.getByRole('button', {name: 'Open chat'}).hover();
    await page.waitForFunction(() => document.querySelector('ubik-chat')?.shadowRoot);
    assert.equal(await page.evaluate(() => document.querySelector('ubik-chat')?.open), false);
    assert.deepEqual(browserErrors, []);
    await page.context().close();
  });

  it('opens the chat with the first click and sends requests to the endpoint only', async () => {
    const {page, browserErrors} = await openPage(browser, `${files.origin}/busy`);
    const outside: string[] = [];
    page.on('request', request => {
      const {origin} = new URL(request.url());
      if (origin !== files.origin && origin !== agent.origin) outside.push(request.url());
    });
    await page.getByRole('button', {name: 'Open chat'}).click();
    await page.getByRole('dialog', {name: 'Ask us'}).waitFor();
    const composer = page.getByRole('textbox', {name: 'Message'});
    await composer.fill('Hello');
    await composer.press('Enter');
    await page.waitForFunction(() => {
      const chat = document.querySelector('ubik-chat');
      return chat?.status === 'idle' && chat.conversation.children.length === 2;
    });
    assert.deepEqual(outside, []);
    assert.deepEqual(browserErrors, []);
    await page.context().close();
  });

  it('shifts no layout when the first click opens the chat', async () => {
    const {page, browserErrors} = await openPage(browser, `${files.origin}/busy`);
    await openerOf(page).click();
    await page.getByRole('textbox', {name: 'Message'}).waitFor();
    await page.evaluate('new Promise(requestAnimationFrame)');
    assert.equal(await page.evaluate('window.shifts'), 0);
    assert.deepEqual(browserErrors, []);
    await page.context().close();
  });

  it('loads the chat when the page is idle and shifts no layout', async () => {
    const {page, browserErrors} = await openPage(browser, `${files.origin}/`);
    await loaded(page);
    assert.equal(await openerOf(page).count(), 1);
    assert.equal(await page.evaluate('window.shifts'), 0);
    assert.deepEqual(browserErrors, []);
    await page.context().close();
  });
});
