import assert from 'node:assert/strict';
import {after, before, describe, it} from 'node:test';
import type {Browser, Locator, Page} from 'playwright-core';
import {startServer, type AgentServer} from '../support/agent-server.js';
import {openBrowser, openPage} from '../support/browser.js';
import {serveFiles} from '../support/file-server.js';
import type {LocalServer} from '../support/listen.js';

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
  let files: LocalServer;

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
      '/colour': html
        .replace('/page.js', '/busy.js')
        .replace('<head>', '<head><link rel="stylesheet" href="/colour.css">'),
      '/colour.css': 'ubik-chat {--ubik-accent: #e0508a}',
      '/consent': html.replace('data-heading', 'data-consent data-heading'),
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

  it('displays the button in the colours that it keeps when the chat has loaded', async () => {
    const {page, browserErrors} = await openPage(browser, `${files.origin}/colour`);
    const colours = (): Promise<readonly string[]> =>
      openerOf(page).evaluate(button => {
        const context = new OffscreenCanvas(1, 1).getContext('2d', {willReadFrequently: true});
        const {backgroundColor, color} = getComputedStyle(button);
        return [backgroundColor, color].map(value => {
          if (context) context.fillStyle = value;
          context?.fillRect(0, 0, 1, 1);
          return String(context?.getImageData(0, 0, 1, 1).data);
        });
      });
    const before = await colours();
    assert.deepEqual(before, ['224,80,138,255', '0,0,0,255']);
    const colourOn = (accent: string): Promise<readonly string[]> =>
      openerOf(page)
        .evaluate((button, value) => {
          const root = button.getRootNode();
          if (root instanceof ShadowRoot && root.host instanceof HTMLElement)
            root.host.style.setProperty('--ubik-accent', value);
        }, accent)
        .then(colours);
    assert.deepEqual(await colourOn('#2f5fd0'), ['47,95,208,255', '255,255,255,255']);
    await colourOn('#e0508a');
    await openerOf(page).focus();
    await loaded(page);
    await page.locator('ubik-chat ubik-launcher').waitFor();
    assert.deepEqual(await colours(), before);
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

  describe('of a chat that needs consent', () => {
    /** Opens the page, and waits until everything that happens by itself has happened. */
    async function openAsking(): Promise<{
      page: Page;
      requested: string[];
      browserErrors: string[];
    }> {
      const requested: string[] = [];
      const {page, browserErrors} = await openPage(
        browser,
        `${files.origin}/consent`,
        {},
        async context => {
          context.on('request', request => requested.push(request.url()));
          return Promise.resolve();
        },
      );
      await openerOf(page).waitFor();
      await settle(page);
      return {page, requested, browserErrors};
    }

    const settle = async (page: Page): Promise<void> => {
      await page.waitForLoadState('networkidle');
      await page.evaluate(
        () => new Promise(resolve => requestIdleCallback(resolve, {timeout: 1000})),
      );
    };

    const ofChat = (requested: readonly string[]): readonly string[] =>
      requested.filter(url => url.includes('ubik') || url.startsWith(agent.origin));

    it('requests nothing when the page is idle, or the button has the pointer or the focus', async () => {
      const {page, requested, browserErrors} = await openAsking();
      await openerOf(page).hover();
      await openerOf(page).focus();
      await settle(page);
      assert.deepEqual(ofChat(requested), []);
      assert.equal(await page.evaluate(() => localStorage.length), 0);
      assert.deepEqual(browserErrors, []);
      await page.context().close();
    });

    it('asks after a click, and loads the chat at once after an earlier agreement', async () => {
      const {page, requested, browserErrors} = await openAsking();
      await openerOf(page).click();
      await page.getByRole('button', {name: 'Agree'}).waitFor();
      assert.equal(requested.filter(url => url.startsWith(agent.origin)).length, 0);
      await page.getByRole('button', {name: 'Agree'}).click();
      await page.getByRole('textbox', {name: 'Message'}).waitFor();
      await page.evaluate(() => document.querySelector('ubik-chat')?.ready);
      await page.reload();
      await loaded(page);
      assert.equal(
        await page.evaluate(() => document.querySelector('ubik-chat')?.hasConsent),
        true,
      );
      assert.deepEqual(browserErrors, []);
      await page.context().close();
    });

    it('loads the chat when the page grants the consent', async () => {
      const {page, browserErrors} = await openAsking();
      await page.evaluate(() =>
        document.querySelector('ubik-chat')?.setAttribute('consent', 'granted'),
      );
      await loaded(page);
      assert.equal(
        await page.evaluate(() => document.querySelector('ubik-chat')?.hasConsent),
        true,
      );
      assert.deepEqual(browserErrors, []);
      await page.context().close();
    });
  });
});
