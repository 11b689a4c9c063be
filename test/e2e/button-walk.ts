import {setTimeout as sleep} from 'node:timers/promises';
import type {Page} from 'playwright-core';

/** What `support/button-walk.js` puts into the page. */
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
  /** Whether it is the button that was pressed last, with another label. */
  readonly pressed: boolean;
}

interface Survey {
  readonly state: string;
  readonly kinds: readonly Found[];
}

/** A kind of button, and the buttons that have to be pressed before one of it is there. */
interface Target extends Found {
  readonly path: readonly string[];
}

/** A button that does nothing, in each of the chats: it shows that a press without an effect is noticed. */
export const control = {
  markup: '<button type="button" slot="header-end">Control</button>',
  kind: 'page button. Control',
};

/** What `aim` says of a button that is still there. */
const cannotFocus = 'cannot have the focus';

/** Ends the wait for an effect, also on a slow machine; the control is not expected to have one: milliseconds. */
const limits = {other: 20_000, control: 1500};

/** The presses of the buttons of one chat after the other. */
export class ButtonWalk {
  readonly #page: Page;
  readonly #status: string;
  readonly #enter: () => Promise<void>;
  readonly #targets: Target[] = [];
  readonly #seen = new Set<string>();
  #outside: string[] = [];
  /** The state of the chat when it was entered. */
  #entered = '';
  /** What was there when nothing changed any more after the last press. */
  #there: Survey = {state: '', kinds: []};

  /** What was pressed and had an effect, with that; and what was wrong with the others. */
  readonly effects = new Map<string, string>();
  readonly faults: string[] = [];

  /**
   * @param status The status of the chat that `enter` puts into the page, in the place of another one.
   * @param seen The kinds of buttons that need not be pressed.
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

  /** Presses one button of each kind, and of those kinds that come up by a press. */
  async walk(): Promise<void> {
    await this.#reenter();
    this.#note(this.#there.kinds, []);
    for (let target = this.#targets.shift(); target; target = this.#targets.shift()) {
      await this.#try(target);
      const {state, kinds} = this.#there;
      if (state === this.#entered) this.#note(kinds, [...target.path, target.kind]);
    }
  }

  async #try({path, kind, pressed}: Target): Promise<void> {
    let problem = 'gone';
    const way = [...path, kind];
    for (let tries = 0; tries < 3 && problem === 'gone'; tries++) {
      if (tries > 0 || this.#there.state !== this.#entered) await this.#reenter();
      const {kinds} = this.#there;
      const start = way.findLastIndex(step => kinds.some(found => found.kind === step));
      if (start < 0) continue;
      problem = '';
      for (const step of way.slice(start)) problem ||= await this.#press(step);
    }
    // A label that shows for a moment how a press went has gone again.
    const isTooLate = pressed && (problem === 'gone' || problem === cannotFocus);
    if (problem === '' || isTooLate) return;
    this.faults.push(`${way.join(' > ')}: ${problem}`);
  }

  async #press(kind: string): Promise<string> {
    const problem = await this.#effectOf(kind);
    this.#there = await this.#survey();
    return problem;
  }

  /** Presses a button as a keyboard does, and waits for an effect; gives what is wrong. */
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
      // The status may end by itself.
      if (kind === control.kind && done.includes('state')) return 'gone';
      if (all.length > 0) {
        this.effects.set(kind, [...asked, ...all].join());
        return '';
      }
      if (performance.now() > end) return `silent ${asked.join()}`.trim();
      await sleep(25);
    }
  }

  /** Enters the state; once more if it ended before nothing changed any more. */
  async #reenter(): Promise<void> {
    let status: unknown;
    for (let tries = 0; tries < 3 && status !== this.#status; tries++) {
      await this.#enter();
      this.#there = await this.#survey(12);
      [status] = JSON.parse(this.#there.state) as readonly unknown[];
    }
    if (status !== this.#status) throw new Error(`The status is ${String(status)}.`);
    this.#entered = this.#there.state;
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
