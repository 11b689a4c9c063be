import {elapsed} from '../../../core/model/select.js';
import {type Status} from '../../../core/model/item.js';
import {Ticker} from '../../base/ticker.js';

interface Timed {
  readonly id: string;
  readonly status: Status;
  readonly startedAt?: string;
  readonly endedAt?: string;
}

/** In seconds. A start time longer ago is probably from another clock or a recording. */
const maxAgeSeconds = 6 * 60 * 60;

/**
 * Measures how long an item took or has been running; updates its host once a second while it runs. The time that it was
 * seen to wait for the user does not count.
 */
export class Stopwatch extends Ticker {
  #id: string | undefined;
  #seen: number | undefined;
  #measured: number | undefined;
  #waitsSince: number | undefined;
  #waitedMs = 0;

  /**
   * The duration in seconds; `undefined` if it is unknown.
   *
   * @param isWaiting Whether the item waits for the user, also while something inside it does.
   */
  read(item: Timed, isWaiting = item.status === 'waiting'): number | undefined {
    if (item.id !== this.#id) this.#reset(item.id);
    const now = Date.now();
    if (isWaiting) {
      this.tick(false);
      this.#waitsSince ??= now;
      return this.#measured;
    }
    if (this.#waitsSince !== undefined) {
      // The end may be seen late, for example after the computer was asleep.
      const until = Math.min(now, Date.parse(item.endedAt ?? '') || now);
      this.#waitedMs += Math.max(0, until - this.#waitsSince);
    }
    this.#waitsSince = undefined;
    const age = elapsed(item, now);
    const seconds = age === undefined ? undefined : Math.max(0, age - this.#waitedMs) / 1000;
    if (item.status === 'streaming') return this.#readRunning(seconds, now);
    this.tick(false);
    return seconds ?? this.#measured;
  }

  #reset(id: string): void {
    this.#id = id;
    this.#seen = this.#measured = this.#waitsSince = undefined;
    this.#waitedMs = 0;
  }

  #readRunning(age: number | undefined, now: number): number {
    this.tick(true);
    this.#seen ??= now - this.#waitedMs;
    const known = age !== undefined && age > 0 && age < maxAgeSeconds;
    this.#measured = known ? age : Math.max(0, now - this.#seen - this.#waitedMs) / 1000;
    return this.#measured;
  }
}
