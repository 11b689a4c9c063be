import {after, afterEach, before} from 'node:test';
import type {Browser, BrowserContext, Page, Request} from 'playwright-core';
import {startServer, type AgentServer} from '../support/agent-server.js';
import {openBrowser} from '../support/browser.js';
import {openChatPage, type ChatPage} from './chat-page.js';

let browser: Promise<Browser> | undefined;
let server: Promise<AgentServer> | undefined;

/** The browser of this process: launched once, because that takes longer than most tests, and closed after the last test. */
export const sharedBrowser = (): Promise<Browser> => (browser ??= openBrowser());

/** The agent server of this process: started once, because each server bundles the script of the widget anew. */
const sharedServer = (): Promise<AgentServer> => (server ??= startServer());

after(async () => {
  await (await browser)?.close();
  await (await server)?.stop();
});

interface OpenOptions {
  readonly path?: string;
  readonly prepare?: (context: BrowserContext) => Promise<void>;
}

interface FixtureOptions {
  readonly pace?: number;
  /** Whether the tests run at the same time as others, so that they need a server of their own. */
  readonly isConcurrent?: boolean;
}

/**
 * Gives the tests of a `describe` the shared browser and the shared agent server, at the pace 0 or the given one. Closes the
 * opened pages and removes the injected faults after each test.
 */
export class Fixture {
  #browser: Browser | undefined;
  #server: AgentServer | undefined;
  #visitors: ChatPage[] = [];

  constructor({pace = 0, isConcurrent = false}: FixtureOptions = {}) {
    before(async () => {
      const server = isConcurrent ? startServer() : sharedServer();
      [this.#browser, this.#server] = await Promise.all([sharedBrowser(), server]);
      await this.control('POST', 'settings', {pace});
    });
    afterEach(async () => {
      await Promise.all(this.#visitors.splice(0).map(chatPage => chatPage.close()));
      await this.control('DELETE', 'faults');
    });
    if (isConcurrent) after(() => this.#server?.stop());
  }

  get server(): AgentServer {
    if (!this.#server) throw new Error('The server has not been started.');
    return this.#server;
  }

  /**
   * Opens a page with the widget script and this HTML as its body; without `body` the page of the demo at `path`.
   * `prepare` is called with the browser context before its first page is opened.
   */
  async open(body?: string, {path = '', prepare}: OpenOptions = {}): Promise<ChatPage> {
    if (!this.#browser) throw new Error('The browser has not been started.');
    const url = `${this.server.origin}/${path}`;
    const chatPage = await openChatPage(this.#browser, url, async context => {
      if (body !== undefined) await serveStartPage(context, body);
      await prepare?.(context);
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
