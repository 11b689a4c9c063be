import type {JsonRecord} from '../../core/values.js';
import {hasMoved, isRecent, noteMove} from './moves.js';

/** What the user decides about, outside of the frame of the app. */
export type Question =
  | {readonly kind: 'hosts'; readonly hosts: readonly string[]}
  | {readonly kind: 'tool'; readonly name: string; readonly input: JsonRecord}
  | {readonly kind: 'link'; readonly url: string}
  | {readonly kind: 'file'; readonly name: string; readonly content: Blob};

interface Asked {
  readonly question: Question;
  readonly settle: (allowed: boolean) => void;
}

const consentLimits = {
  /** Questions of one app that wait or that it has just withdrawn; further ones are denied at once. Both move the page. */
  maxQuestions: 3,
  /** For how long withdrawn questions count. */
  withdrawnMs: 60_000,
  /** The app stops waiting after 60 seconds, unless it receives progress notifications. */
  answerTimeoutMs: 50_000,
};

/** The questions of one app, one after the other. A question ends without consent when its request is aborted. */
export class Consent {
  readonly #onChange: () => void;
  #asked: readonly Asked[] = [];
  #askedAt = -Infinity;
  #withdrawn = 0;

  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  /** The question to display. */
  get question(): Question | undefined {
    return this.#asked[0]?.question;
  }

  /** Asks the user. `waits`: whether the app waits as long as it takes. */
  ask(question: Question, signal: AbortSignal, waits = false): Promise<boolean> {
    if (signal.aborted || this.#asked.length + this.#withdrawn >= consentLimits.maxQuestions) {
      return Promise.resolve(false);
    }
    return new Promise(resolve => {
      const deny = (): void => asked.settle(false);
      const timer = waits ? undefined : setTimeout(deny, consentLimits.answerTimeoutMs);
      const asked: Asked = {
        question,
        settle: allowed => {
          clearTimeout(timer);
          signal.removeEventListener('abort', deny);
          if (signal.aborted) {
            this.#withdrawn += 1;
            setTimeout(() => (this.#withdrawn = 0), consentLimits.withdrawnMs);
          }
          this.#change(this.#asked.filter(one => one !== asked));
          resolve(allowed);
        },
      };
      signal.addEventListener('abort', deny);
      this.#change([...this.#asked, asked]);
    });
  }

  /**
   * Answers the displayed question. It is not allowed if it was displayed, or for a pointer moved, just now. Returns whether
   * it is answered.
   */
  answer(allowed: boolean, isPointed = true): boolean {
    const [asked] = this.#asked;
    const isEarly = isPointed ? hasMoved() : isRecent(this.#askedAt);
    if (!asked || (allowed && isEarly)) return false;
    asked.settle(allowed);
    return true;
  }

  /** Denies all questions of an app that has ended. */
  clear(): void {
    for (const {settle} of this.#asked) settle(false);
    this.#withdrawn = 0;
  }

  #change(asked: readonly Asked[]): void {
    // It also moves the questions of other apps.
    if (asked[0] !== this.#asked[0]) {
      this.#askedAt = performance.now();
      noteMove();
    }
    this.#asked = asked;
    this.#onChange();
  }
}
