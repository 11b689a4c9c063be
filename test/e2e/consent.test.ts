import assert from 'node:assert/strict';
import {after, before, describe, it} from 'node:test';
import type {Browser, Locator, Page} from 'playwright-core';
import {type AgentServer, startServer} from '../support/agent-server.js';
import {openPage} from '../support/browser.js';
import {until} from '../support/until.js';
import {storageUses, storedItems} from './stored-data.js';
import {sharedBrowser} from './fixture.js';

/** A page and everything that it has requested since it was opened. */
interface CountedPage {
  readonly page: Page;
  readonly browserErrors: readonly string[];
  /** Requests, except for the page itself and the scripts of the site. */
  readonly requests: readonly string[];
  readonly opener: Locator;
  readonly question: Locator;
  readonly composer: Locator;
}

describe('a chat that needs consent', () => {
  let browser: Browser;
  let server: AgentServer;

  before(async () => {
    [browser, server] = await Promise.all([sharedBrowser(), startServer()]);
  });
  after(() => server.stop());

  async function openCounted(attributes: string, endpoint = '/api/v1'): Promise<CountedPage> {
    const requests: string[] = [];
    const {page, browserErrors} = await openPage(
      browser,
      `${server.origin}/`,
      {},
      async context => {
        await context.addInitScript({path: 'test/support/storage-uses.js'});
        context.on('request', request => {
          const isCode = ['document', 'script'].includes(request.resourceType());
          const isOurs = request.url().startsWith(server.origin) && request.method() === 'GET';
          if (!isCode || !isOurs) requests.push(`${request.method()} ${request.url()}`);
        });
        await context.route(
          url => url.pathname === '/',
          route =>
            route.fulfill({
              contentType: 'text/html',
              body: `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Page</title>
                <link rel="icon" href="data:,"><script type="module" src="/ubik-chat.js"></script></head>
                <body><main><h1>A page</h1><ubik-chat endpoint="${endpoint}" token-endpoint="/demo/token"
                privacy-policy="/privacy" ${attributes}></ubik-chat></main>`,
            }),
        );
      },
    );
    await page.waitForFunction(() => document.querySelector('ubik-chat')?.shadowRoot);
    return {
      page,
      browserErrors,
      requests,
      opener: page.getByRole('button', {name: 'Open chat'}),
      question: page.getByRole('group', {name: 'Before you start'}),
      composer: page.getByRole('textbox', {name: 'Message'}),
    };
  }

  /** Waits until everything that the page does by itself has happened: an idle period after all requests. */
  async function settle(page: Page): Promise<void> {
    await page.waitForLoadState('networkidle');
    await page.evaluate(
      () => new Promise(resolve => requestIdleCallback(resolve, {timeout: 1000})),
    );
  }

  /** Nothing but the code of the chat was requested, and nothing was written. Only the agreement was looked up. */
  async function assertNothing({page, requests}: CountedPage): Promise<void> {
    await settle(page);
    assert.deepEqual(requests, []);
    assert.deepEqual([...(await storedItems(page.context()))], []);
    const uses = await storageUses(page);
    const other = uses.filter(use => !use.startsWith('localStorage getItem ubik-chat:'));
    assert.deepEqual(other, []);
  }

  async function sendHello({page, composer}: CountedPage): Promise<void> {
    await composer.fill('what is 6 * 7');
    await composer.press('Enter');
    await page.waitForFunction(() => {
      const chat = document.querySelector('ubik-chat');
      return chat?.status === 'idle' && chat.conversation.children.length === 2;
    });
  }

  it('requests and stores nothing before the user has agreed, closed and open', async () => {
    const counted = await openCounted('layout="float" consent');
    const {page, opener, question, composer, browserErrors} = counted;
    await assertNothing(counted);
    await opener.click();
    await question.getByRole('button', {name: 'Agree'}).waitFor();
    assert.equal(await composer.count(), 0);
    await assertNothing(counted);
    assert.deepEqual(browserErrors, []);
    await page.context().close();
  });

  it('requests and stores nothing after the user has declined, closes, and asks again', async () => {
    const counted = await openCounted('layout="float" consent teaser="Questions?"');
    const {page, opener, question, browserErrors} = counted;
    await opener.click();
    await question.getByRole('button', {name: 'Decline'}).click();
    await question.waitFor({state: 'hidden'});
    await page.waitForFunction(() => document.activeElement?.localName === 'ubik-chat');
    await assertNothing(counted);
    await opener.click();
    await question.getByRole('button', {name: 'Agree'}).waitFor();
    await page.keyboard.press('Escape');
    await question.waitFor({state: 'hidden'});
    await assertNothing(counted);
    await page.reload();
    await opener.click();
    await question.getByRole('button', {name: 'Agree'}).waitFor();
    await assertNothing(counted);
    assert.deepEqual(browserErrors, []);
    await page.context().close();
  });

  it('works after the user has agreed, by keyboard, and remembers it over a reload', async () => {
    const counted = await openCounted('layout="float" consent');
    const {page, opener, question, requests, browserErrors} = counted;
    await opener.focus();
    await page.keyboard.press('Enter');
    await question.getByRole('button', {name: 'Agree'}).waitFor();
    // The question itself has the focus: the same Enter must not agree.
    await page.waitForFunction(
      () => document.activeElement?.shadowRoot?.activeElement?.localName === 'ubik-consent',
    );
    await page.keyboard.press('Tab');
    assert.equal(await focusedText(page), 'Privacy policy (opens in a new tab)');
    await page.keyboard.press('Tab');
    assert.equal(await focusedText(page), 'Decline');
    await page.keyboard.press('Tab');
    assert.equal(await focusedText(page), 'Agree');
    await assertNothing(counted);
    await page.keyboard.press('Enter');
    await counted.composer.waitFor();
    await page.waitForFunction(
      () => document.activeElement?.shadowRoot?.activeElement?.localName === 'ubik-composer',
    );
    await sendHello(counted);
    assert.ok(requests.some(request => request.includes('/demo/token')));
    assert.ok(requests.some(request => request.includes('/api/v1/')));
    await until(async () => {
      const stored = await storedItems(page.context());
      return stored.has('localStorage consent') && stored.has('localStorage session');
    });
    await page.reload();
    await page.getByRole('log').getByText('42').first().waitFor();
    assert.equal(await question.count(), 0);
    assert.deepEqual(browserErrors, []);
    await page.context().close();
  });

  it('removes everything when the consent is withdrawn, and asks again', async () => {
    const counted = await openCounted('consent');
    const {page, question, requests, browserErrors} = counted;
    await question.getByRole('button', {name: 'Agree'}).click();
    await sendHello(counted);
    await page.evaluate(() => document.querySelector('ubik-chat')?.withdrawConsent());
    await question.getByRole('button', {name: 'Agree'}).waitFor();
    const count = requests.length;
    assert.deepEqual([...(await storedItems(page.context()))], []);
    await settle(page);
    assert.equal(requests.length, count);
    assert.deepEqual(browserErrors, []);
    await page.context().close();
  });

  it('can be released by the consent manager of the page', async () => {
    const counted = await openCounted('consent');
    const {page, question, requests} = counted;
    await question.getByRole('button', {name: 'Agree'}).waitFor();
    await assertNothing(counted);
    await page.evaluate(() =>
      document.querySelector('ubik-chat')?.setAttribute('consent', 'granted'),
    );
    await sendHello(counted);
    assert.ok(requests.length > 0);
    assert.equal((await storedItems(page.context())).has('localStorage consent'), false);
    await page.context().close();
  });

  it('stores conversations of the browser only after the user has agreed', async () => {
    const counted = await openCounted('protocol="anthropic" local-sessions consent', '/anthropic');
    const {page, question} = counted;
    await question.getByRole('button', {name: 'Agree'}).waitFor();
    await assertNothing(counted);
    await question.getByRole('button', {name: 'Agree'}).click();
    await sendHello(counted);
    await until(async () =>
      (await storedItems(page.context())).has('IndexedDB ubik-chat/messages'),
    );
    await page.context().close();
  });

  it('is different without the attribute: requests and storage are counted', async () => {
    const counted = await openCounted('');
    await sendHello(counted);
    assert.ok(counted.requests.length > 0);
    await until(async () => (await storedItems(counted.page.context())).size > 0);
    await until(async () => (await storageUses(counted.page)).some(use => use.includes('setItem')));
    await counted.page.context().close();
  });
});

/** The text of the focused element, inside of all shadow trees. */
const focusedText = (page: Page): Promise<string> =>
  page.evaluate(() => {
    let focused = document.activeElement;
    while (focused?.shadowRoot?.activeElement) focused = focused.shadowRoot.activeElement;
    return (focused?.textContent ?? '').replace(/\s+/g, ' ').trim();
  });
