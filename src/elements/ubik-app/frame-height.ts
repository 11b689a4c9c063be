import {maxHeightPx} from './host-context.js';
import {Meter} from './message-limits.js';

const limits = {
  /** Smaller changes are rounding errors, which some apps repeat endlessly. */
  minChangePx: 4,
  maxChangesPerSecond: 10,
  /** Of all apps together. More is no animation. Each change keeps the user from answering for half a second. */
  maxChangesIn10Seconds: 12,
};

/** The heights of an app before it has asked for one. */
export const initialHeightPx = {first: 150, later: 320, laterAfterMs: 2000};

/** How long a height waits that came too soon after many others. */
export const lateAfterMs = 1000;

/** Bounds the heights that an app asks for, and how often they change. */
export class FrameHeight {
  readonly #meter = new Meter(1000);
  readonly #changes = new Meter(10_000);
  #height = 0;
  #hasExceeded = false;
  #isLate = false;

  /** Whether the last height was refused only because there were too many; it can be taken a second later. */
  get isLate(): boolean {
    return this.#isLate;
  }

  /**
   * The height to apply at a time in milliseconds; `undefined` if the frame stays as it is. The apps of the page, `apps` in
   * number, have an equal share of the changes: none keeps another one from its height.
   */
  take(wanted: number, now: number, apps = 1): number | undefined {
    const height = Math.min(wanted, maxHeightPx);
    this.#isLate = false;
    if (Math.abs(height - this.#height) < limits.minChangePx) return undefined;
    const most = this.#hasExceeded ? 1 : limits.maxChangesPerSecond;
    this.#isLate = this.#meter.count(now / apps) > most;
    this.#hasExceeded ||= this.#isLate;
    if (this.#isLate) return undefined;
    this.#hasExceeded ||= this.#changes.count(now) * apps > limits.maxChangesIn10Seconds;
    this.#height = height;
    return height;
  }
}
