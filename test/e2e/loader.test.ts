import assert from 'node:assert/strict';
import {after, afterEach, before, describe, it} from 'node:test';
import {build} from 'esbuild';
import type {Browser, Page} from 'playwright-core';
import {startServer, type AgentServer} from '../support/agent-server.js';
import {openBrowser, openPage} from '../support/browser.js';

/** Puts another body in the place of the current one, as routers do. */
const changes: Readonly<Record<string, () => void>> = {
  'replaced by a new one': () => {
    const body = document.createElement('body');
    body.append(Object.assign(document.createElement('h1'), {textContent: 'Next'}));
    document.body.replaceWith(body);
  },
  'replaced by a copy from a cache': () => {
    document.body.replaceWith(document.body.cloneNode(true));
  },
  'morphed, without elements that the next page does not have': () => {
    for (const element of [...document.body.children])
      if (element.localName !== 'h1') element.remove();
  },
  emptied: () => {
    document.body.replaceChildren();
  },
};

describe('the loader on a page whose body is', () => {
  let browser: Browser;
  let server: AgentServer;
  let script: string;
  let page: Page;
  let browserErrors: readonly string[];

  before(async () => {
    [browser, server] = await Promise.all([
      openBrowser(),
      startServer({env: {UBIK_DEMO_PACE: '1'}}),
    ]);
    const {outputFiles} = await build({
      entryPoints: ['src/loader.ts'],
      bundle: true,
      format: 'iife',
      write: false,
    });
    script = outputFiles[0]?.text ?? '';
  });
  afterEach(() => page.context().close());
  after(() => Promise.all([browser.close(), server.stop()]));

  async function open(scripts = 1): Promise<void> {
    const tag = `<script src="/loader.js" data-endpoint="/api/v1" data-token-endpoint="/demo/token"
      data-turbo-permanent data-lenis-prevent data-onclick="alert(1)"></script>`;
    const body = `<!doctype html><html lang="en"><title>Page</title><link rel="icon" href="data:,">
      <body><h1>Page</h1>${tag.repeat(scripts)}`;
    ({page, browserErrors} = await openPage(browser, `${server.origin}/`, {}, async context => {
      await context.route(
        url => url.pathname === '/',
        route => route.fulfill({contentType: 'text/html', body}),
      );
      await context.route('**/loader.js', route =>
        route.fulfill({contentType: 'text/javascript', body: script}),
      );
    }));
  }

  const loaded = (): Promise<unknown> =>
    page.waitForFunction(() => document.querySelector('ubik-chat')?.shadowRoot);

  async function assertOne(): Promise<void> {
    await page.waitForFunction(() => document.querySelectorAll('ubik-chat').length === 1);
    const opener = page.getByRole('button', {name: 'Open chat'});
    await opener.waitFor();
    assert.equal(await opener.count(), 1);
    const isPushed = await page.evaluate(
      () =>
        new Promise(resolve => {
          const queue = (
            window as unknown as {ubikChat: {push(call: (chat: Element) => void): void}}
          ).ubikChat;
          queue.push(chat => resolve(chat.isConnected));
        }),
    );
    assert.equal(isPushed, true);
    assert.deepEqual(browserErrors, []);
  }

  for (const [what, change] of Object.entries(changes)) {
    it(`${what} keeps one chat, before and after it has loaded`, async () => {
      await open();
      await page.evaluate(change);
      await loaded();
      await page.evaluate(change);
      await assertOne();
    });
  }

  it('replaced while an answer arrives keeps the answer', async () => {
    await open();
    await loaded();
    await page.evaluate(() => document.querySelector('ubik-chat')?.show());
    await page.evaluate(
      () => void document.querySelector('ubik-chat')?.send('write a long answer of 4 KB'),
    );
    const isRunning = (): Promise<unknown> =>
      page.waitForFunction(() => {
        const chat = document.querySelector('ubik-chat');
        return chat?.status === 'streaming' && chat.conversation.children.length === 2;
      });
    await isRunning();
    await page.evaluate(changes['replaced by a new one'] ?? (() => undefined));
    await page.waitForFunction(() => document.querySelector('ubik-chat')?.status === 'idle');
    const status = await page.evaluate(
      () => document.querySelector('ubik-chat')?.conversation.children.at(-1)?.status,
    );
    assert.equal(status, 'done');
    assert.deepEqual(browserErrors, []);
  });

  it('has the script twice has one chat, whose attributes for libraries keep their names', async () => {
    await open(2);
    await loaded();
    await assertOne();
    const names = await page.evaluate(() =>
      document.querySelector('ubik-chat')?.getAttributeNames(),
    );
    for (const name of ['data-turbo-permanent', 'data-lenis-prevent', 'endpoint'])
      assert.ok(names?.includes(name), name);
    assert.equal(names?.includes('onclick'), false);
  });
});
