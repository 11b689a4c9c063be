import {readFile} from 'node:fs/promises';
import type {Browser, Page} from 'puppeteer-core';
import type {Item} from '../../src/core/index.js';

interface PageClock {
  luck: number | undefined;
  speed(factor: number): void;
  sleep(milliseconds: number): void;
}

declare global {
  interface Window {
    /** Put there by `support/page-clock.js`. */
    readonly pageClock: PageClock;
    /** Put there by `support/find-button.js`. */
    readonly placeOfButton: (name: string) => readonly [x: number, y: number] | undefined;
    readonly wasPressed: () => boolean;
  }
}

interface Statistics {
  readonly messages: Readonly<Record<string, number>>;
  readonly open_streams: number;
}

/** One page in which many chats are tried, one after the other, each of a user of its own. */
export class Trial {
  readonly page: Page;
  readonly #origin: string;
  #users = 0;
  #postedBefore = 0;

  private constructor(page: Page, origin: string) {
    this.page = page;
    this.#origin = origin;
  }

  static async open(browser: Browser, origin: string): Promise<Trial> {
    const page = await browser.newPage();
    page.setDefaultTimeout(90_000);
    for (const script of ['page-clock', 'find-button']) {
      await page.evaluateOnNewDocument(await readFile(`test/support/${script}.js`, 'utf8'));
    }
    await page.goto(`${origin}/`);
    await page.waitForSelector('ubik-chat:defined');
    return new Trial(page, origin);
  }

  /** A new chat of a new user, in a page where lost streams are joined again at once. */
  async begin(faults: readonly object[] = []): Promise<void> {
    this.#users += 1;
    await this.lever('DELETE', 'faults');
    this.#postedBefore = await this.#posted();
    await this.mount();
    await this.page.evaluate(() => {
      window.pageClock.speed(1);
      window.pageClock.luck = 0;
    });
    if (faults.length > 0) await this.lever('POST', 'faults', faults);
  }

  /** Puts the chat of the present user into the page, as a page does that has just been loaded. */
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

  /** Whether the page still has the chat that was put there. */
  isThere(): Promise<boolean> {
    return this.page.evaluate(
      user => document.querySelector('ubik-chat')?.userId === user,
      `user-${this.#users}`,
    );
  }

  /** Sends a text, as a person does who pasted it. */
  async ask(text: string): Promise<void> {
    await this.page.evaluate(async words => {
      const chat = document.querySelector('ubik-chat');
      await chat?.setDraft(words);
      await chat?.focusComposer();
    }, text);
    await this.page.keyboard.press('Enter');
    await this.sees(text);
  }

  /** Waits until something is said in the chat. */
  async sees(words: string): Promise<void> {
    const quoted = JSON.stringify(words).slice(1, -1);
    await this.page.waitForFunction(
      wanted => JSON.stringify(document.querySelector('ubik-chat')?.conversation).includes(wanted),
      {polling: 20},
      quoted,
    );
  }

  /** Waits for a status. */
  async reaches(...wanted: readonly string[]): Promise<void> {
    await this.page.waitForFunction(
      names => names.includes(document.querySelector('ubik-chat')?.status ?? ''),
      {polling: 20},
      wanted,
    );
  }

  /** Waits until the chat tells of a failure. */
  async fails(): Promise<void> {
    await this.page.waitForFunction(
      () => document.querySelector('ubik-chat')?.lastError !== undefined,
      {polling: 20},
    );
  }

  /** Presses the button with this name, wherever it stands. */
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

  /**
   * What the conversation tells when all is over: everything but ids and times; `stored`, without what the server tells
   * live alone.
   */
  async story({stored = false} = {}): Promise<unknown> {
    await this.reaches('idle');
    // As text: WebDriver tells an object that stands at two places at one of them only.
    const items = await this.page.evaluate(() =>
      JSON.stringify(document.querySelector('ubik-chat')?.conversation.children),
    );
    const passing = new Set(stored ? [...fleeting, ...live] : fleeting);
    return (JSON.parse(items) as Item[]).map(item => tell(item, passing));
  }

  /** How many messages the server took from the present chat. */
  async posted(): Promise<number> {
    return (await this.#posted()) - this.#postedBefore;
  }

  /** The server that counts is a new one, which knows nothing of what the old one took. */
  recount(posted: number): void {
    this.#postedBefore = -posted;
  }

  async statistics(): Promise<Statistics> {
    return (await this.lever('GET', 'stats')) as Statistics;
  }

  /** Pulls a lever of the server. */
  async lever(method: string, path: string, body?: unknown): Promise<unknown> {
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

const fleeting = [
  ...['id', 'messageId', 'parentId', 'branches', 'sessionId', 'runId', 'executionId'],
  ...['createdAt', 'startedAt', 'endedAt', 'duration', 'usage'],
];
const live = ['log', 'phases', 'note', 'progress'];

function tell(item: Item, passing: ReadonlySet<string>): unknown {
  const lasting = Object.entries(item).filter(([name]) => !passing.has(name));
  const children = item.children.map(child => tell(child, passing));
  return {...Object.fromEntries(lasting), children};
}
