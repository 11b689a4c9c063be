import {after, afterEach, before} from 'node:test';
import type {Browser, BrowserContext, Page, Request} from 'playwright-core';
import {startServer, type AgentServer} from '../support/agent-server.js';
import {openBrowser} from '../support/browser.js';
import {visit, type Visitor} from './visitor.js';

/** A browser and a server for the tests of a `describe`, and a visitor for each of them. */
export class Setting {
  #browser: Browser | undefined;
  #server: AgentServer | undefined;
  #visitors: Visitor[] = [];

  constructor(env: Readonly<Record<string, string>> = {}) {
    before(async () => {
      [this.#browser, this.#server] = await Promise.all([openBrowser(), startServer({env})]);
    });
    afterEach(async () => {
      await Promise.all(this.#visitors.splice(0).map(visitor => visitor.leave()));
      await this.lever('DELETE', 'faults');
    });
    after(() => Promise.all([this.#browser?.close(), this.#server?.stop()]));
  }

  get server(): AgentServer {
    if (!this.#server) throw new Error('The server has not been started.');
    return this.#server;
  }

  /** Somebody comes to a page that holds this and the widget; without it, to the demo page. */
  async arrive(body?: string): Promise<Visitor> {
    if (!this.#browser) throw new Error('The browser has not been started.');
    const visitor = await visit(this.#browser, `${this.server.origin}/`, async context => {
      if (body !== undefined) await serveFirst(context, body);
    });
    this.#visitors.push(visitor);
    return visitor;
  }

  /** Pulls a lever of the server. */
  async lever(method: string, path: string, body?: unknown): Promise<void> {
    const response = await fetch(`${this.server.origin}/demo/${path}`, {
      method,
      headers: {'content-type': 'application/json'},
      ...(body !== undefined && {body: JSON.stringify(body)}),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status}`);
  }
}

/** A chat as a page writes it, with more attributes. */
export const chat = (attributes = ''): string =>
  `<ubik-chat endpoint="/api/v1" token-endpoint="/demo/token" ${attributes}></ubik-chat>`;

/** A number that an answer gives, and that is not the time of day or a part of an id. */
export const number = (value: number): RegExp => new RegExp(`(?<![\\w:.-])${value}(?![\\w:-])`);

/** The requests that a page sends from now on, as a list that grows. */
export function requestsOf(page: Page): readonly Request[] {
  const seen: Request[] = [];
  page.on('request', request => seen.push(request));
  return seen;
}

/** Another page of the same person: another tab. */
export async function openTab({page}: Visitor): Promise<Page> {
  const tab = await page.context().newPage();
  await tab.goto(page.url());
  await tab.getByRole('log').waitFor();
  return tab;
}

async function serveFirst(context: BrowserContext, body: string): Promise<void> {
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
