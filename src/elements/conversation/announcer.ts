/** Bounds of the pace and the length of announcements. */
export interface AnnouncerLimits {
  /** Minimum time between two announcements. */
  readonly minIntervalMs: number;
  /** Estimated time a fast screen reader takes for a character; the next announcement waits for it. */
  readonly msPerCharacter: number;
  /** Maximum length of one announcement; a longer text is split, at a space if there is one. */
  readonly maxCharacters: number;
}

export const announcerLimits: AnnouncerLimits = {
  minIntervalMs: 3000,
  msPerCharacter: 30,
  maxCharacters: 300,
};

/** A heading or a list item has no full stop; a screen reader would join it with the next text. */
export const unterminated = /[\p{L}\p{N}]$/u;

/** The clock that spaces out announcements; replaceable in tests. */
export interface AnnouncerClock {
  now(): number;
  /** Calls back once after a delay. Returns a function that cancels it. */
  after(milliseconds: number, callback: () => void): () => void;
}

const platform: AnnouncerClock = {
  now: () => performance.now(),
  after(milliseconds, callback) {
    const timer = setTimeout(callback, milliseconds);
    return () => clearTimeout(timer);
  },
};

interface AnnouncerOptions {
  readonly clock?: AnnouncerClock;
  readonly limits?: AnnouncerLimits;
}

/** An element that can announce texts itself (ARIA Notify). */
interface NotifyingElement extends Element {
  ariaNotify(text: string): void;
}

const isNotifying = (region: Element): region is NotifyingElement => 'ariaNotify' in region;

/** Passes a text to assistive technology: by `ariaNotify` where the browser has it, otherwise through a live region. */
export function announceIn(region: HTMLElement | null, text: string): void {
  if (region && isNotifying(region)) region.ariaNotify(text);
  else region?.replaceChildren(text);
}

/**
 * A queue of texts for a live region. Texts that arrive in quick succession are joined into one announcement, up to
 * `maxCharacters`; between announcements passes at least `minIntervalMs`, or as long as the last one takes to read.
 * Urgent texts precede all others, and a text equal to the previous one is dropped. The queue is kept here because texts
 * that were handed to a screen reader can neither be overtaken nor withdrawn.
 */
export class Announcer {
  readonly #display: (text: string) => void;
  readonly #clock: AnnouncerClock;
  readonly #limits: AnnouncerLimits;
  /** As much of a text as one announcement may have, up to the end of a word. */
  readonly #prefix: RegExp;
  #urgent: string[] = [];
  #normal: string[] = [];
  #last = '';
  #announcedAt = -Infinity;
  #pauseMs: number;
  #cancel: (() => void) | undefined;

  /** @param display Puts a text into the live region. */
  constructor(
    display: (text: string) => void,
    {clock = platform, limits = announcerLimits}: AnnouncerOptions = {},
  ) {
    const {maxCharacters, minIntervalMs} = limits;
    this.#display = display;
    this.#clock = clock;
    this.#limits = limits;
    this.#prefix = new RegExp(`^.{1,${maxCharacters}}(?!\\S)|^.{${maxCharacters}}`, 'su');
    this.#pauseMs = minIntervalMs;
  }

  /** @param urgent Whether the text precedes all texts that are not urgent. */
  announce(text: string, urgent = false): void {
    const trimmed = text.trim();
    const queue = urgent ? this.#urgent : this.#normal;
    if (trimmed === '' || trimmed === (queue.at(-1) ?? this.#last)) return;
    queue.push(trimmed);
    this.#schedule();
  }

  /** Discards the texts that are not urgent. */
  clearAnswer(): void {
    this.#normal = [];
  }

  /** Discards all texts that have not been announced yet. */
  clear(): void {
    this.#cancel?.();
    this.#cancel = undefined;
    this.#urgent = [];
    this.#normal = [];
  }

  #schedule(): void {
    this.#cancel?.();
    const pause = this.#urgent.length > 0 ? this.#limits.minIntervalMs : this.#pauseMs;
    const due = this.#announcedAt + pause - this.#clock.now();
    this.#cancel = this.#clock.after(Math.max(0, due), () => this.#flush());
  }

  #flush(): void {
    const {maxCharacters, minIntervalMs, msPerCharacter} = this.#limits;
    const queue = this.#urgent.length > 0 ? this.#urgent : this.#normal;
    let joined = '';
    for (const text of [...queue]) {
      if (joined !== '' && joined.length + text.length + 2 > maxCharacters) break;
      joined = joined.replace(unterminated, '$&.') + (joined && ' ') + text;
      this.#last = text;
      queue.shift();
    }
    const [announced = ''] = this.#prefix.exec(joined) ?? [];
    if (announced !== joined) queue.unshift(joined.slice(announced.length).trim());
    this.#cancel = undefined;
    if (joined === '') return; // The texts were discarded.
    this.#announcedAt = this.#clock.now();
    this.#pauseMs = Math.max(minIntervalMs, announced.length * msPerCharacter);
    this.#display(announced);
    if (this.#urgent.length + this.#normal.length > 0) this.#schedule();
  }
}
