import {setTimeout as sleep} from 'node:timers/promises';
import type {Page} from 'playwright-core';

/** The functions that `support/button-walk.js` adds to the page. */
interface InPage {
  survey(looks?: number): Promise<Survey>;
  mount(markup: string): Promise<void>;
  again(): void;
  draft(text: string): Promise<void>;
  aim(kind: string): Promise<string>;
  outcome(): {readonly asked: readonly string[]; readonly done: readonly string[]};
}

declare global {
  var buttonWalk: InPage;
}

interface Found {
  readonly kind: string;
  /** Whether it is the button that was pressed last and now has another label. */
  readonly pressed: boolean;
}

interface Survey {
  readonly state: string;
  readonly kinds: readonly Found[];
}

/** A kind of button, and the buttons to press before a button of this kind is displayed. */
interface ButtonTarget extends Found {
  readonly path: readonly string[];
}

/** A button without an effect in each chat: the control that proves that a press without an effect is detected. */
export const control = {
  markup: '<button type="button" slot="header-end">Control</button>',
  kind: 'page button. Control',
};

/** The result of `aim` for a displayed button that cannot be focused. */
const cannotFocus = 'cannot have the focus';

/** Milliseconds to wait for an effect, enough for a slow machine. The control is not expected to have one. */
const limits = {other: 20_000, control: 1500};

/** Presses one button of each kind in a chat and records its effect. */
export class ButtonWalk {
  readonly #page: Page;
  readonly #status: string;
  readonly #enter: () => Promise<void>;
  readonly #targets: ButtonTarget[] = [];
  readonly #seen = new Set<string>();
  #outside: string[] = [];
  /** The state of the chat when it was entered. */
  #entered = '';
  /** The buttons and the state after the last press, once nothing changed any more. */
  #current: Survey = {state: '', kinds: []};

  /** The effects by kind of button, and a description of each button without one. */
  readonly effects = new Map<string, string>();
  readonly failures: string[] = [];

  /**
   * @param status The status of the chat that `enter` mounts in place of the previous one.
   * @param seen The kinds of buttons to skip.
   */
  constructor(page: Page, status: string, seen: Iterable<string>, enter: () => Promise<void>) {
    this.#page = page;
    this.#status = status;
    this.#enter = enter;
    this.#seen = new Set(seen);
    for (const event of ['request', 'download', 'filechooser'] as const) {
      page.on(event as 'request', () => void this.#outside.push(event));
    }
  }

  /** Presses one button of each kind, including the kinds that appear after a press. */
  async walk(): Promise<void> {
    await this.#reenter();
    this.#note(this.#current.kinds, []);
    for (let target = this.#targets.shift(); target; target = this.#targets.shift()) {
      await this.#try(target);
      const {state, kinds} = this.#current;
      if (state === this.#entered) this.#note(kinds, [...target.path, target.kind]);
    }
  }

  async #try({path, kind, pressed}: ButtonTarget): Promise<void> {
    let problem = 'gone';
    const way = [...path, kind];
    for (let tries = 0; tries < 3 && problem === 'gone'; tries++) {
      if (tries > 0 || this.#current.state !== this.#entered) await this.#reenter();
      const {kinds} = this.#current;
      const start = way.findLastIndex(step => kinds.some(found => found.kind === step));
      if (start < 0) continue;
      problem = '';
      for (const step of way.slice(start)) problem ||= await this.#press(step);
    }
    // A temporary label with the result of a press has already disappeared.
    const isTooLate = pressed && (problem === 'gone' || problem === cannotFocus);
    if (problem === '' || isTooLate) return;
    this.failures.push(`${way.join(' > ')}: ${problem}`);
  }

  async #press(kind: string): Promise<string> {
    const problem = await this.#effectOf(kind);
    this.#current = await this.#survey();
    return problem;
  }

  /** Presses a button with the keyboard and waits for an effect. Returns a description of the problem, or an empty string. */
  async #effectOf(kind: string): Promise<string> {
    const page = this.#page;
    const problem = await page.evaluate(name => buttonWalk.aim(name), kind);
    if (problem) return problem;
    this.#outside = [];
    await page.keyboard.press('Enter');
    const end = performance.now() + (kind === control.kind ? limits.control : limits.other);
    for (;;) {
      const {asked, done} = await page.evaluate(() => buttonWalk.outcome());
      const all = [...done, ...this.#outside];
      // The chat may also change without a press: the control is pressed again.
      if (kind === control.kind && all.length > 0) return 'gone';
      if (all.length > 0) {
        this.effects.set(kind, [...asked, ...all].join());
        return '';
      }
      if (performance.now() > end) return `silent ${asked.join()}`.trim();
      await sleep(25);
    }
  }

  /** Mounts the chat and brings it into its status; retries if the status ended too early. */
  async #reenter(): Promise<void> {
    let status: unknown;
    for (let tries = 0; tries < 3 && status !== this.#status; tries++) {
      await this.#enter();
      this.#current = await this.#survey(12);
      [status] = JSON.parse(this.#current.state) as readonly unknown[];
    }
    if (status !== this.#status) throw new Error(`The status is ${String(status)}.`);
    this.#entered = this.#current.state;
  }

  #note(kinds: readonly Found[], path: readonly string[]): void {
    for (const {kind, pressed} of kinds) {
      if (this.#seen.has(kind)) continue;
      this.#seen.add(kind);
      this.#targets.push({kind, pressed, path});
    }
  }

  #survey(looks = 2): Promise<Survey> {
    return this.#page.evaluate(count => buttonWalk.survey(count), looks);
  }
}
