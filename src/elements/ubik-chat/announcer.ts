/** Least time between two announcements: milliseconds. */
const interval = 3000;

/** About how long a fast voice takes for a character, so that little waits behind it: milliseconds. */
const perCharacter = 30;

/** Most characters of one announcement. */
const most = 300;

/** As much of a sentence as may be said at once, to the end of a word where there is one. */
const leading = new RegExp(`^.{1,${most}}(?!\\S)|^.{${most}}`, 'su');

/** A heading or an entry of a list has no full stop; a voice would run on into what comes next. */
const unended = /[\p{L}\p{N}]$/u;

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
 * Speaks to assistive technology: states and finished sentences, joined where they come fast, a few at a time and in
 * their order, at most one announcement every few seconds and none twice in a row. The rest waits here, not behind the
 * voice, where nothing could overtake it or take it back.
 */
export class Announcer {
  readonly #speak: (text: string) => void;
  readonly #clock: AnnouncerClock;
  #urgent: string[] = [];
  #waiting: string[] = [];
  #last = '';
  #spokenAt = -Infinity;
  /** How long what was said last takes: milliseconds. */
  #pause = interval;
  #cancel: (() => void) | undefined;

  /** @param speak Puts a text into the live region. */
  constructor(speak: (text: string) => void, clock: AnnouncerClock = platform) {
    this.#speak = speak;
    this.#clock = clock;
  }

  /** @param urgent Whether it comes before everything that waits. */
  say(text: string, urgent = false): void {
    const words = text.trim();
    const queue = urgent ? this.#urgent : this.#waiting;
    if (words === '' || words === (queue.at(-1) ?? this.#last)) return;
    queue.push(words);
    this.#schedule();
  }

  /** Forgets what has not been said yet. */
  stop(): void {
    this.#cancel?.();
    this.#cancel = undefined;
    this.#urgent = [];
    this.#waiting = [];
  }

  #schedule(): void {
    this.#cancel?.();
    const pause = this.#urgent.length > 0 ? interval : this.#pause;
    const due = this.#spokenAt + pause - this.#clock.now();
    this.#cancel = this.#clock.after(Math.max(0, due), () => this.#flush());
  }

  #flush(): void {
    const queue = this.#urgent.length > 0 ? this.#urgent : this.#waiting;
    let words = '';
    for (const sentence of [...queue]) {
      if (words !== '' && words.length + sentence.length + 2 > most) break;
      words = words.replace(unended, '$&.') + (words && ' ') + sentence;
      this.#last = sentence;
      queue.shift();
    }
    const [said = ''] = leading.exec(words) ?? [];
    if (said !== words) queue.unshift(words.slice(said.length).trim());
    this.#spokenAt = this.#clock.now();
    this.#pause = Math.max(interval, said.length * perCharacter);
    this.#speak(said);
    this.#cancel = undefined;
    if (this.#urgent.length + this.#waiting.length > 0) this.#schedule();
  }
}
