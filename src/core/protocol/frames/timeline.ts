import {parseReceived} from '../../json.js';
import type {Frame, ParsedFrame} from '../../sse/frame.js';
import {DeltaBuffer} from './delta-buffer.js';
import type {Diagnostic} from '../diagnostics.js';
import type {Protocol} from '../types.js';

/** How a protocol orders, identifies and joins frames. */
export type FrameRules = Pick<Protocol, 'begins' | 'identity' | 'order' | 'split'>;

/** The sort keys of the frames, and the number of each by arrival. Lists take less memory than a list of objects. */
interface Sorting {
  readonly keys: number[];
  readonly arrivals: number[];
}

/**
 * Sorts the frames of one stream: joins split frames, sorts by time and removes duplicates. Sorting is stable: frames
 * with the same time keep their order of arrival, and a frame without a time keeps its position.
 *
 * As long as frames arrive in order, `accept` returns each of them to be decoded at once. After a late frame it returns
 * none until `sorted` was called, whose frames must be decoded again.
 */
export class Timeline {
  readonly #rules: FrameRules;
  readonly #report: (diagnostic: Diagnostic) => void;
  readonly #buffer: DeltaBuffer | undefined;
  readonly #keeps: boolean;
  /** Whether a rule reads the JSON value of a frame. */
  readonly #parses: boolean;
  #frames: Frame[] = [];
  /** What is needed to sort the frames; absent while they are in order, because most runs have no late frame. */
  #sorting: Sorting | undefined;
  #duplicates: DuplicateFilter;
  /** How many frames were returned. */
  #returned = 0;
  #late = 0;
  /** The number of frames in front of the first one that is not decoded, or must be decoded again. */
  #settled = 0;
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
    this.#duplicates = new DuplicateFilter(rules.identity);
  }

  /** The number of frames. */
  get length(): number {
    return this.#frames.length;
  }

  /** The number of frames at the beginning that are decoded, and have not changed since. */
  get settled(): number {
    return this.#settled;
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
    } else if (!this.#shuffled && this.#duplicates.has(whole, key)) {
      return undefined;
    }
    if (this.#keeps) this.#place(whole, key);
    if (this.#shuffled) return undefined;
    this.#settled = this.#returned = this.#frames.length;
    return {frame: whole, json};
  }

  /** The frames in order from a position on, each with whether it was returned before, and its position. */
  *sorted(from = 0): Generator<readonly [frame: Frame, again: boolean, at: number], void, void> {
    if (this.#late > 0) {
      const late = this.#late;
      this.#report({
        code: 'frames-late',
        message: `${late} frames arrived after later ones.`,
        data: {late},
      });
    }
    const {keys, arrivals} = this.#sort();
    this.#duplicates = new DuplicateFilter(this.#rules.identity);
    let at = from;
    while (at > 0 && keys[at - 1] === keys[from]) at--; // duplicates have the same time
    for (; at < keys.length; at++) {
      const frame = this.#frames[at];
      if (!frame || this.#duplicates.has(frame, keys[at]) || at < from) continue;
      yield [frame, (arrivals[at] ?? 0) < this.#returned, at];
    }
    this.#settled = this.#returned = keys.length;
    this.#late = 0;
    this.#shuffled = false;
  }

  /** Ends the stream. */
  end(): void {
    this.#buffer?.reset();
  }

  #parse(frame: Frame): unknown {
    return this.#parses ? parseReceived(frame.data) : undefined;
  }

  /** The first call is the beginning of the run; each further one is a replay, so earlier frames are discarded. */
  #begin(): void {
    if (this.#begun) {
      this.#frames = [];
      this.#sorting = {keys: [], arrivals: []};
      this.#settled = this.#returned = this.#late = 0;
      this.#buffer?.reset();
      this.#latest = this.#greatest = -Infinity;
      this.#shuffled = true; // the conversation stays unchanged until the next flush
    }
    this.#begun = true;
  }

  #place(frame: Frame, key: number): void {
    if (key < Infinity) this.#latest = Math.max(this.#latest, key);
    else this.#buffer?.warn(); // the final frame has arrived before these parts
    const arrival = this.#frames.length;
    if (key >= this.#greatest) {
      this.#greatest = key;
      this.#frames.push(frame);
      this.#sorting?.keys.push(key);
      this.#sorting?.arrivals.push(arrival);
      return;
    }
    const {keys, arrivals} = this.#sort();
    const at = placeOf(key, keys);
    this.#frames.splice(at, 0, frame);
    keys.splice(at, 0, key);
    arrivals.splice(at, 0, arrival);
    this.#settled = Math.min(this.#settled, at);
  }

  /** The keys of all frames; before the first late frame they are computed again. */
  #sort(): Sorting {
    if (this.#sorting) return this.#sorting;
    let latest = -Infinity;
    const keys = this.#frames.map(frame => {
      const key = this.#rules.order?.(frame, this.#parse(frame)) ?? latest;
      if (key < Infinity) latest = Math.max(latest, key);
      return key;
    });
    this.#sorting = {keys, arrivals: keys.map((_, at) => at)};
    return this.#sorting;
  }
}

/** The position after all keys that are not greater. */
function placeOf(key: number, keys: readonly number[]): number {
  let [from, to] = [0, keys.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((keys[middle] ?? Infinity) <= key) from = middle + 1;
    else to = middle;
  }
  return from;
}

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
