/** Least time between two announcements: milliseconds. */
const interval = 3000;

/** How announcements are spaced out; tests bring their own clock. */
export interface AnnouncerClock {
  now(): number;
  after(milliseconds: number, act: () => void): () => void;
}

const platform: AnnouncerClock = {
  now: () => performance.now(),
  after(milliseconds, act) {
    const timer = setTimeout(act, milliseconds);
    return () => clearTimeout(timer);
  },
};

/**
 * Speaks to assistive technology: states and finished sentences, joined where they come fast, at most one announcement
 * every few seconds and none twice in a row.
 */
export class Announcer {
  readonly #speak: (text: string) => void;
  readonly #clock: AnnouncerClock;
  #waiting: string[] = [];
  #last = '';
  #spokenAt = -Infinity;
  #cancel: (() => void) | undefined;

  /** @param speak Puts a text into the live region. */
  constructor(speak: (text: string) => void, clock: AnnouncerClock = platform) {
    this.#speak = speak;
    this.#clock = clock;
  }

  say(text: string): void {
    const words = text.trim();
    if (words === '' || words === (this.#waiting.at(-1) ?? this.#last)) return;
    this.#waiting.push(words);
    const due = this.#spokenAt + interval - this.#clock.now();
    this.#cancel ??= this.#clock.after(Math.max(0, due), () => this.#flush());
  }

  /** Forgets what has not been said yet. */
  stop(): void {
    this.#cancel?.();
    this.#cancel = undefined;
    this.#waiting = [];
  }

  #flush(): void {
    this.#cancel = undefined;
    this.#last = this.#waiting.at(-1) ?? '';
    this.#spokenAt = this.#clock.now();
    this.#speak(this.#waiting.join(' '));
    this.#waiting = [];
  }
}
