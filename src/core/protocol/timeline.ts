import {parseJson} from '../json.js';
import type {Frame, ParsedFrame} from '../sse/frame.js';
import {DeltaBuffer} from './delta-buffer.js';
import type {Diagnostic} from './diagnostics.js';
import type {Protocol} from './types.js';

/** How a protocol orders, identifies and joins frames. */
export type FrameRules = Pick<Protocol, 'begins' | 'identity' | 'order' | 'split'>;

/**
 * Sorts the frames of one stream: joins split frames, sorts by time and removes duplicates. Sorting is stable: frames
 * with the same time keep their order of arrival, and a frame without a time keeps its position.
 *
 * As long as frames arrive in order, `accept` returns each of them to be decoded at once. After a late frame it returns
 * none until `sorted` was called, whose frames must be decoded from the beginning.
 */
export class Timeline {
  readonly #rules: FrameRules;
  readonly #report: (diagnostic: Diagnostic) => void;
  readonly #buffer: DeltaBuffer | undefined;
  readonly #keeps: boolean;
  /** Whether a rule reads the JSON value of a frame. */
  readonly #parses: boolean;
  /** The frames in order of arrival, and their sort keys. Two lists take half the memory of a list of pairs. */
  #frames: Frame[] = [];
  #keys: number[] = [];
  #twins: DuplicateFilter;
  /** How many frames were returned. */
  #given = 0;
  #late = 0;
  #begun = false;
  /** The latest time so far. */
  #latest = -Infinity;
  /** The greatest key so far; `Infinity` after a frame that belongs at the end. */
  #greatest = -Infinity;
  #shuffled = false;

  constructor(rules: FrameRules, report: (diagnostic: Diagnostic) => void) {
    this.#rules = rules;
    this.#report = report;
    this.#buffer = rules.split && new DeltaBuffer(rules.split, report);
    this.#keeps = (rules.order ?? rules.begins) !== undefined;
    this.#parses = this.#keeps || rules.split !== undefined;
    this.#twins = new DuplicateFilter(rules.identity);
  }

  /** Whether frames arrived out of order. `accept` then returns none until `sorted` is called. */
  get isShuffled(): boolean {
    return this.#shuffled;
  }

  /** Accepts the next frame and returns the frame to decode, if there is one. */
  accept(frame: Frame): ParsedFrame | undefined {
    const parsed = this.#parse(frame);
    const whole = this.#buffer ? this.#buffer.accept(frame, parsed) : frame;
    if (!whole) return undefined;
    const json = whole === frame ? parsed : this.#parse(whole);
    const {begins, order} = this.#rules;
    if (begins?.(whole, json)) this.#begin();
    const key = order?.(whole, json) ?? this.#latest;
    if (key < this.#greatest) {
      this.#late++;
      this.#shuffled = true;
    } else if (!this.#shuffled && this.#twins.has(whole, key)) {
      return undefined;
    }
    if (this.#keeps) this.#place(whole, key);
    if (this.#shuffled) return undefined;
    this.#given = this.#frames.length;
    return {frame: whole, json};
  }

  /** All frames in order, each with whether it was returned before. */
  *sorted(): Generator<readonly [frame: Frame, again: boolean], void, void> {
    if (this.#late > 0) {
      const late = this.#late;
      this.#report({
        code: 'frames-late',
        message: `${late} frames arrived after later ones.`,
        data: {late},
      });
    }
    const keys = this.#keys;
    const places = Array.from(keys.keys());
    places.sort((a, b) => compare(keys[a], keys[b]) || a - b);
    this.#twins = new DuplicateFilter(this.#rules.identity);
    for (const place of places) {
      const frame = this.#frames[place];
      if (frame && !this.#twins.has(frame, keys[place])) yield [frame, place < this.#given];
    }
    this.#given = keys.length;
    this.#late = 0;
    this.#shuffled = false;
  }

  /** Ends the stream. */
  end(): void {
    this.#buffer?.reset();
  }

  #parse(frame: Frame): unknown {
    return this.#parses ? parseJson(frame.data) : undefined;
  }

  /** The first call is the beginning of the run; each further one is a replay, so earlier frames are discarded. */
  #begin(): void {
    if (this.#begun) {
      this.#frames = [];
      this.#keys = [];
      this.#given = this.#late = 0;
      this.#buffer?.reset();
      this.#latest = this.#greatest = -Infinity;
      this.#shuffled = true; // the conversation stays unchanged until the next flush
    }
    this.#begun = true;
  }

  #place(frame: Frame, key: number): void {
    if (key < Infinity) this.#latest = Math.max(this.#latest, key);
    else this.#buffer?.warn(); // the final frame has arrived before these parts
    this.#greatest = Math.max(this.#greatest, key);
    this.#frames.push(frame);
    this.#keys.push(key);
  }
}

const compare = (a = 0, b = 0): number => (a < b ? -1 : a > b ? 1 : 0);

/** Detects duplicates: frames with the same time and the same identity. */
class DuplicateFilter {
  readonly #identity: FrameRules['identity'];
  #key: number | undefined;
  #first: Frame | undefined;
  #names: Set<string | undefined> | undefined;

  constructor(identity: FrameRules['identity']) {
    this.#identity = identity;
  }

  /** Whether this frame is a duplicate. Frames must be passed in the order of their keys. */
  has(frame: Frame, key: number | undefined): boolean {
    const identity = this.#identity;
    if (!identity) return false;
    if (key !== this.#key || !this.#first) {
      // Most frames have a unique time, so their identity is never computed.
      this.#key = key;
      this.#first = frame;
      this.#names = undefined;
      return false;
    }
    const names = (this.#names ??= new Set([identity(this.#first)]));
    const name = identity(frame);
    const known = name !== undefined && names.has(name);
    names.add(name);
    return known;
  }
}
