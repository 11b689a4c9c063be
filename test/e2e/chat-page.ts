import type {Browser, BrowserContext, Locator, Page} from 'playwright-core';
import type {ServerStatistics} from '../controller/support/chat.js';
import {chatOf} from '../../src/testing/index.js';
import {openPage} from '../support/browser.js';
import {waitMs} from '../support/limits.mjs';
import {until} from '../support/until.js';

declare global {
  /** Defined by `support/visible-text.js`. */
  var visibleText: (top: Element) => string;
  /** Defined by `support/rendered.js`. */
  var isRendered: (top: Element | ShadowRoot) => boolean;
  /** Defined by `support/announcements.js`: what the page has announced, and by which ways. */
  var announcements: string[] & {readonly ways: Set<'ariaNotify' | 'live region'>};
}

/** A page with a chat, and the actions and state that most tests need. */
export interface ChatPage {
  readonly page: Page;
  /** Uncaught errors of the page, and errors and warnings of its console. */
  readonly browserErrors: readonly string[];
  readonly transcript: Locator;
  send(text: string): Promise<void>;
  /** Waits until the last message has an answer or an error and is rendered. Returns the text of the transcript. */
  waitForAnswer(): Promise<string>;
  readTranscript(): Promise<string>;
  /** Waits until the work of the last run is folded into a line, and opens it. */
  openWork(): Promise<void>;
  injectFault(fault: object): Promise<void>;
  stats(): Promise<ServerStatistics>;
  /** Waits until the server has this number of open streams. It notices a closed connection with a delay. */
  waitForStreams(count: number): Promise<void>;
  close(): Promise<void>;
}

export async function openChatPage(
  browser: Browser,
  url: string,
  prepare?: (context: BrowserContext) => Promise<void>,
): Promise<ChatPage> {
  const {page, browserErrors} = await openPage(browser, url, {}, prepare);
  const {origin} = new URL(url);
  const transcript = page.getByRole('log').first();
  await page.waitForFunction(() => customElements.get('ubik-chat') !== undefined);
  const readTranscript = (): Promise<string> =>
    transcript.evaluate(node => visibleText(node as Element));
  const stats = async (): Promise<ServerStatistics> => {
    const response = await fetch(`${origin}/demo/stats`);
    return (await response.json()) as ServerStatistics;
  };
  return {
    page,
    browserErrors,
    transcript,
    readTranscript,
    send: text => chatOf(page, {timeoutMs: waitMs}).send(text),
    async waitForAnswer() {
      // An answer may take long; the wait fails if nothing changes for the usual time.
      for (let before = ''; before !== 'done';) {
        const change = await page.waitForFunction(known => {
          const chat = document.querySelector('ubik-chat');
          const last = chat?.conversation.children.at(-1);
          const answered = last?.kind === 'message' && last.role === 'assistant';
          const isIdle = chat?.status === 'idle' && (answered || chat.lastError !== undefined);
          if (isIdle && !chat.isUpdatePending && chat.shadowRoot && isRendered(chat.shadowRoot))
            return 'done';
          const progress = `${chat?.status} ${JSON.stringify(chat?.conversation).length}`;
          return progress !== known && progress;
        }, before);
        before = String(await change.jsonValue());
      }
      return readTranscript();
    },
    openWork: () =>
      transcript.getByRole('article').last().locator('.work[aria-expanded=false]').first().click(),
    async injectFault(fault) {
      await send('POST', `${origin}/demo/faults`, fault);
    },
    stats,
    waitForStreams: count => until(async () => (await stats()).open_streams === count),
    close: () => page.context().close(),
  };
}

async function send(method: string, url: string, body: unknown): Promise<void> {
  const headers = {'content-type': 'application/json'};
  const response = await fetch(url, {method, headers, body: JSON.stringify(body)});
  if (!response.ok) throw new Error(`${method} ${url}: ${response.status}`);
}
