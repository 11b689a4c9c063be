import {readFile} from 'node:fs/promises';
import type {Browser, Page} from 'puppeteer-core';
import type {ServerStatistics} from '../controller/support/chat.js';
import type {Item} from '../../src/core/index.js';
import {startMs, waitMs} from '../support/limits.mjs';

interface PageClock {
  random: number | undefined;
  setSpeed(factor: number): void;
  sleepFor(milliseconds: number): void;
}

declare global {
  interface Window {
    /** Defined by `support/page-clock.js`. */
    readonly pageClock: PageClock;
    /** Defined by `support/find-button.js`. */
    readonly placeOfButton: (name: string) => readonly [x: number, y: number] | undefined;
    readonly wasPressed: () => boolean;
  }
}

/** Milliseconds that the longest answer of the scripted agent and its pauses before a retry take. */
const runMs = 30_000;

/** One page that runs many chats, one after the other, each with its own user. */
export class ChatTrial {
  readonly page: Page;
  readonly #origin: string;
  #users = 0;
  #postedBefore = 0;

  private constructor(page: Page, origin: string) {
    this.page = page;
    this.#origin = origin;
  }

  static async open(browser: Browser, origin: string): Promise<ChatTrial> {
    const page = await browser.newPage();
    page.setDefaultTimeout(runMs + waitMs);
    page.setDefaultNavigationTimeout(startMs);
    for (const script of ['page-clock', 'find-button']) {
      await page.evaluateOnNewDocument(await readFile(`test/support/${script}.js`, 'utf8'));
    }
    await page.goto(`${origin}/`);
    await page.waitForSelector('ubik-chat:defined');
    return new ChatTrial(page, origin);
  }

  /** Mounts a chat for a new user and injects faults. Reconnects without a delay, because the backoff multiplies by `random`. */
  async startChat(faults: readonly object[] = []): Promise<void> {
    this.#users += 1;
    await this.control('DELETE', 'faults');
    this.#postedBefore = await this.#posted();
    await this.mount();
    await this.page.evaluate(() => {
      window.pageClock.setSpeed(1);
      window.pageClock.random = 0;
    });
    if (faults.length > 0) await this.control('POST', 'faults', faults);
  }

  /** Mounts a new chat element for the current user, as a page does after loading. */
  async mount(): Promise<void> {
    await this.page.evaluate(async user => {
      const chat = document.createElement('ubik-chat');
      chat.endpoint = '/api/v1';
      chat.tokenEndpoint = '/demo/token';
      chat.userId = user;
      document.querySelector('ubik-chat')?.replaceWith(chat);
      await chat.ready;
    }, `user-${this.#users}`);
  }

  /** Hides the page by minimizing its window, or displays it again, and waits until it knows. */
  async setHidden(isHidden: boolean): Promise<void> {
    const windowState = isHidden ? 'minimized' : 'normal';
    await this.page.browser().setWindowBounds(await this.page.windowId(), {windowState});
    await this.page.waitForFunction(hidden => document.hidden === hidden, {polling: 20}, isHidden);
  }

  /** Whether the page still contains the mounted chat. */
  isMounted(): Promise<boolean> {
    return this.page.evaluate(
      user => document.querySelector('ubik-chat')?.userId === user,
      `user-${this.#users}`,
    );
  }

  /** Sets the draft and sends it by pressing Enter. */
  async sendByKeyboard(text: string): Promise<void> {
    await this.page.evaluate(async text => {
      const chat = document.querySelector('ubik-chat');
      await chat?.setDraft(text);
      await chat?.focusComposer();
    }, text);
    await this.page.keyboard.press('Enter');
    await this.waitForText(text);
  }

  /** Answers the open question in its form. */
  async answerQuestion(text: string): Promise<void> {
    await this.page.locator('ubik-chat >>> ubik-request >>> textarea').fill(text);
    await this.press('Send answer');
  }

  /** Waits until the conversation contains a text. */
  async waitForText(text: string): Promise<void> {
    const quoted = JSON.stringify(text).slice(1, -1);
    await this.page.waitForFunction(
      wanted => JSON.stringify(document.querySelector('ubik-chat')?.conversation).includes(wanted),
      {polling: 20},
      quoted,
    );
  }

  /** Waits until the chat has one of these statuses. */
  async waitForStatus(...wanted: readonly string[]): Promise<void> {
    await this.page.waitForFunction(
      names => names.includes(document.querySelector('ubik-chat')?.status ?? ''),
      {polling: 20},
      wanted,
    );
  }

  /** Waits until the chat reports an error. */
  async waitForError(): Promise<void> {
    await this.page.waitForFunction(
      () => document.querySelector('ubik-chat')?.lastError !== undefined,
      {polling: 20},
    );
  }

  /** Clicks the button with this name, in any shadow tree. */
  async press(name: string): Promise<void> {
    do {
      const place = await this.page.waitForFunction(
        wanted => window.placeOfButton(wanted),
        {polling: 50},
        name,
      );
      const found = await place.jsonValue();
      if (found) await this.page.mouse.click(...found);
    } while (!(await this.page.evaluate(() => window.wasPressed())));
  }

  /** Waits until the chat is idle and returns its items without ids and times. */
  async readConversation(): Promise<unknown> {
    await this.waitForStatus('idle');
    return (JSON.parse(await this.#readItems()) as Item[]).map(withoutVolatileFields);
  }

  /** As text, because WebDriver serializes an object that occurs twice only once. */
  async #readItems(): Promise<string> {
    return this.page.evaluate(() =>
      JSON.stringify(document.querySelector('ubik-chat')?.conversation.children),
    );
  }

  /** Returns how many messages the server has accepted from the current chat. */
  async countMessages(): Promise<number> {
    return (await this.#posted()) - this.#postedBefore;
  }

  /** Continues counting from `count` after the server was restarted, which resets its statistics. */
  resetMessageCount(count: number): void {
    this.#postedBefore = -count;
  }

  async statistics(): Promise<ServerStatistics> {
    return (await this.control('GET', 'stats')) as ServerStatistics;
  }

  /** Sends a request to the control API of the agent server, below `/demo/`. */
  async control(method: string, path: string, body?: unknown): Promise<unknown> {
    const response = await fetch(`${this.#origin}/demo/${path}`, {
      method,
      headers: {'content-type': 'application/json'},
      ...(body !== undefined && {body: JSON.stringify(body)}),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status}`);
    return response.status === 204 ? undefined : response.json();
  }

  async #posted(): Promise<number> {
    const {messages} = await this.statistics();
    return Object.values(messages).reduce((sum, count) => sum + count, 0);
  }
}

const volatileFields = new Set([
  ...['id', 'messageId', 'parentId', 'branches', 'sessionId', 'runId', 'executionId'],
  ...['createdAt', 'startedAt', 'endedAt', 'duration', 'usage'],
]);

function withoutVolatileFields(item: Item): unknown {
  const kept = Object.entries(item).filter(([name]) => !volatileFields.has(name));
  const children = item.children.map(withoutVolatileFields);
  return {...Object.fromEntries(kept), children};
}
