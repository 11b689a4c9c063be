import type {RequestItem} from '../../core/model/item.js';
import {Ticker, type TickingHost} from '../base/ticker.js';

/** When the user is warned: seconds left, most urgent last. */
const warningSeconds = [60, 20] as const;

type Warning = (typeof warningSeconds)[number];

/** Computes the seconds left to answer a question, and updates its host once a second meanwhile. */
export class Deadline extends Ticker {
  readonly #age: (item: RequestItem) => number | undefined;
  #first: {readonly id: string; readonly at: number; readonly left: number} | undefined;

  /** @param age Seconds since a question was asked; without them, time is counted from when it is first shown. */
  constructor(host: TickingHost, age: (item: RequestItem) => number | undefined) {
    super(host);
    this.#age = age;
  }

  /** Seconds left, at least 0; `undefined` if the question has no deadline or is not waiting. */
  read(item: RequestItem): number | undefined {
    if (item.status !== 'waiting' || item.timeout === undefined) {
      this.tick(false);
      return undefined;
    }
    const {id, timeout} = item;
    const now = performance.now();
    const age = this.#age(item);
    if (this.#first?.id !== id) this.#first = {id, at: now, left: timeout - (age ?? 0)};
    const left = Math.max(0, timeout - (age ?? (now - this.#first.at) / 1000));
    this.tick(left > 0);
    return left;
  }

  /** Gives the warnings again after the deadline was extended. Without an age, the whole time starts again. */
  restart(): void {
    this.#first = undefined;
  }

  /** The last warning that has become due since the question was first shown. */
  warningAt(left: number): Warning | undefined {
    const first = this.#first?.left ?? 0;
    return warningSeconds.findLast(seconds => left <= seconds && first > seconds);
  }
}
