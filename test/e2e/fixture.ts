import {after, afterEach, before} from 'node:test';
import type {Browser, BrowserContext, Page, Request} from 'playwright-core';
import {startServer, type AgentServer} from '../support/agent-server.js';
import {openBrowser} from '../support/browser.js';
import {openChatPage, type ChatPage} from './chat-page.js';

let browser: Promise<Browser> | undefined;

/** The browser of this process: launched once, because that takes longer than most tests, and closed after the last test. */
export const sharedBrowser = (): Promise<Browser> => (browser ??= openBrowser());

after(async () => (await browser)?.close());

/**
 * Opens the shared browser and starts one agent server for the tests of a `describe`. Closes the opened pages and removes the injected
 * faults after each test.
 */
export class Fixture {
  #browser: Browser | undefined;
  #server: AgentServer | undefined;
  #visitors: ChatPage[] = [];

  constructor(env: Readonly<Record<string, string>> = {}) {
    before(async () => {
      [this.#browser, this.#server] = await Promise.all([sharedBrowser(), startServer({env})]);
    });
    afterEach(async () => {
      await Promise.all(this.#visitors.splice(0).map(chatPage => chatPage.close()));
      await this.control('DELETE', 'faults');
    });
    after(() => this.#server?.stop());
  }

  get server(): AgentServer {
    if (!this.#server) throw new Error('The server has not been started.');
    return this.#server;
  }

  /** Opens a page with the widget script and this HTML as its body; without `body` the demo page. */
  async open(body?: string): Promise<ChatPage> {
    if (!this.#browser) throw new Error('The browser has not been started.');
    const chatPage = await openChatPage(this.#browser, `${this.server.origin}/`, async context => {
      if (body !== undefined) await serveStartPage(context, body);
    });
    this.#visitors.push(chatPage);
    return chatPage;
  }

  /** Sends a request to the control API of the agent server, below `/demo/`. */
  async control(method: string, path: string, body?: unknown): Promise<void> {
    const response = await fetch(`${this.server.origin}/demo/${path}`, {
      method,
      headers: {'content-type': 'application/json'},
      ...(body !== undefined && {body: JSON.stringify(body)}),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status}`);
  }
}

/** The tag of a chat that uses the test server, with additional attributes. */
export const chatMarkup = (attributes = ''): string =>
  `<ubik-chat endpoint="/api/v1" token-endpoint="/demo/token" ${attributes}></ubik-chat>`;

/** Matches a number that is not part of a time or an id. */
export const numberPattern = (value: number): RegExp =>
  new RegExp(`(?<![\\w:.-])${value}(?![\\w:-])`);

/** Records the requests that a page sends from now on. */
export function recordRequests(page: Page): readonly Request[] {
  const requests: Request[] = [];
  page.on('request', request => requests.push(request));
  return requests;
}

/** Opens the same address in a second tab of the same browser context. */
export async function openTab({page}: ChatPage): Promise<Page> {
  const tab = await page.context().newPage();
  await tab.goto(page.url());
  await tab.getByRole('log').waitFor();
  return tab;
}

async function serveStartPage(context: BrowserContext, body: string): Promise<void> {
  const head = '<meta charset="utf-8"><title>Page</title><link rel="icon" href="data:,">';
  const script = '<script type="module" src="/ubik-chat.js"></script>';
  await context.route(
    url => url.pathname === '/',
    route =>
      route.fulfill({
        contentType: 'text/html',
        body: `<!doctype html><html lang="en">${head}${script}<body>${body}`,
      }),
  );
}
