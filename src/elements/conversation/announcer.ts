import {defaultEnvironment, type Environment} from '../../controller/environment.js';

/** Bounds of the pace and the length of announcements. */
export const announcerLimits = {
  /** Minimum time between two announcements. */
  minIntervalMs: 3000,
  /** Estimated time a fast screen reader takes for a character; the next announcement waits for it. */
  msPerCharacter: 30,
  /** Maximum length of one announcement; a longer text is split, at a space if there is one. */
  maxCharacters: 300,
};

type AnnouncerLimits = Readonly<typeof announcerLimits>;

/** A heading or a list item has no full stop; a screen reader would join it with the next text. */
export const unterminated = /[\p{L}\p{N}]$/u;

/** The clock that spaces out announcements; replaceable in tests. */
export type AnnouncerClock = Pick<Environment, 'now' | 'after'>;

const platform: AnnouncerClock = {
  now: () => performance.now(), // it is never set back
  after: defaultEnvironment.after,
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

/** A text that waits for its announcement. */
interface Waiting {
  readonly text: string;
  readonly urgent: boolean;
}

/** A text that ends without punctuation gets a full stop before the next one. */
const joined = (texts: readonly Waiting[]): string =>
  texts
    .map(({text}) => text)
    .reduce((all, text) => `${all.replace(unterminated, '$&.')} ${text}`, '')
    .trim();

/**
 * A queue of texts for a live region. Texts that arrive in quick succession are joined into one announcement, up to
 * `maxCharacters`; between announcements passes at least `minIntervalMs`, or as long as the last one takes to read.
 * Texts keep their order if one announcement has room for all, so that a question follows what explains it; otherwise
 * urgent texts precede all others. A text equal to the previous one is dropped while that is read. The queue is kept here
 * because texts that were handed to a screen reader can neither be overtaken nor withdrawn.
 */
export class Announcer {
  readonly #display: (text: string) => void;
  readonly #clock: AnnouncerClock;
  readonly #limits: AnnouncerLimits;
  /** As much of a text as one announcement may have, up to the end of a word. */
  readonly #prefix: RegExp;
  #queue: readonly Waiting[] = [];
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

  /** @param urgent Whether the text precedes texts that are not urgent, unless there is room for all. */
  announce(text: string, urgent = false): void {
    const trimmed = text.trim();
    const previous = this.#queue.findLast(waiting => waiting.urgent === urgent)?.text;
    const isRecent = this.#clock.now() - this.#announcedAt < this.#pauseMs;
    if (trimmed === '' || trimmed === (previous ?? (isRecent && this.#last))) return;
    this.#queue = [...this.#queue, {text: trimmed, urgent}];
    this.#schedule();
  }

  /** Discards the texts that are not urgent. */
  clearAnswer(): void {
    this.#queue = this.#queue.filter(({urgent}) => urgent);
  }

  /** Discards all texts that have not been announced yet. */
  clear(): void {
    this.#cancel?.();
    this.#cancel = undefined;
    this.#queue = [];
  }

  #schedule(): void {
    this.#cancel?.();
    const pause = this.#queue.some(({urgent}) => urgent)
      ? this.#limits.minIntervalMs
      : this.#pauseMs;
    const due = this.#announcedAt + pause - this.#clock.now();
    this.#cancel = this.#clock.after(Math.max(0, due), () => this.#flush());
  }

  #flush(): void {
    const {minIntervalMs, msPerCharacter} = this.#limits;
    this.#cancel = undefined;
    const announced = this.#takeNext();
    if (announced === '') return; // The texts were discarded.
    this.#announcedAt = this.#clock.now();
    this.#pauseMs = Math.max(minIntervalMs, announced.length * msPerCharacter);
    this.#display(announced);
    if (this.#queue.length > 0) this.#schedule();
  }

  /** Removes what one announcement has room for from the queue, and returns it. */
  #takeNext(): string {
    const {maxCharacters} = this.#limits;
    const queue = this.#queue;
    const hasRoomForAll = joined(queue).length <= maxCharacters;
    const isUrgent = !hasRoomForAll && queue.some(({urgent}) => urgent);
    const next = isUrgent ? queue.filter(({urgent}) => urgent) : queue;
    let count = Math.min(1, next.length);
    while (count < next.length && joined(next.slice(0, count + 1)).length <= maxCharacters) count++;
    const taken = next.slice(0, count);
    this.#last = taken.at(-1)?.text ?? this.#last;
    const text = joined(taken);
    const [announced = ''] = this.#prefix.exec(text) ?? [];
    const rest = text.slice(announced.length).trim();
    this.#queue = queue.filter(waiting => !taken.includes(waiting));
    if (rest) this.#queue = [{text: rest, urgent: isUrgent}, ...this.#queue];
    return announced;
  }
}
