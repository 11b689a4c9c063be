import type {Browser, BrowserContext, Locator, Page} from 'playwright-core';
import {openPage} from '../support/browser.js';
import {until} from '../support/until.js';

declare global {
  /** Put there by `support/visible-words.js`. */
  var visibleWords: (top: Element) => string;
  /** Put there by `support/drawn.js`. */
  var isDrawn: (top: Element | ShadowRoot) => boolean;
}

interface Statistics {
  readonly requests: Readonly<Record<string, number>>;
  readonly messages: Readonly<Record<string, number>>;
  readonly open_streams: number;
}

/** A person at the demo page: writes, reads, presses what is there. */
export interface Visitor {
  readonly page: Page;
  /** What the browser complained about. */
  readonly complaints: readonly string[];
  readonly transcript: Locator;
  write(text: string): Promise<void>;
  /** Waits until the last question is answered or refused and all is drawn, and gives the transcript's words. */
  settled(): Promise<string>;
  words(): Promise<string>;
  fault(fault: object): Promise<void>;
  stats(): Promise<Statistics>;
  /** Waits until the server has so many streams open: it learns a little later what a page has closed. */
  streams(count: number): Promise<void>;
  leave(): Promise<void>;
}

export async function visit(
  browser: Browser,
  url: string,
  prepare?: (context: BrowserContext) => Promise<void>,
): Promise<Visitor> {
  const {page, complaints} = await openPage(browser, url, {}, prepare);
  const {origin} = new URL(url);
  const transcript = page.getByRole('log').first();
  await page.waitForFunction(() => customElements.get('ubik-chat') !== undefined);
  const words = (): Promise<string> => transcript.evaluate(node => visibleWords(node as Element));
  const stats = async (): Promise<Statistics> => {
    const response = await fetch(`${origin}/demo/stats`);
    return (await response.json()) as Statistics;
  };
  return {
    page,
    complaints,
    transcript,
    words,
    async write(text) {
      const composer = page.getByRole('textbox', {name: 'Message'});
      await composer.fill(text);
      await composer.press('Enter');
    },
    async settled() {
      await page.waitForFunction(() => {
        const chat = document.querySelector('ubik-chat');
        const last = chat?.conversation.children.at(-1);
        const answered = last?.kind === 'message' && last.role === 'assistant';
        if (chat?.status !== 'idle' || !(answered || chat.lastError)) return false;
        return !chat.isUpdatePending && chat.shadowRoot !== null && isDrawn(chat.shadowRoot);
      });
      return words();
    },
    async fault(fault) {
      await send('POST', `${origin}/demo/faults`, fault);
    },
    stats,
    streams: count => until(async () => (await stats()).open_streams === count),
    leave: () => page.context().close(),
  };
}

async function send(method: string, url: string, body: unknown): Promise<void> {
  const headers = {'content-type': 'application/json'};
  const response = await fetch(url, {method, headers, body: JSON.stringify(body)});
  if (!response.ok) throw new Error(`${method} ${url}: ${response.status}`);
}
