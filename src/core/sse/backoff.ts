/** Milliseconds. */
const FIRST = 500;
const LONGEST = 15_000;
/** Timers of the platform fire at once beyond this. */
const LONGEST_TIMER = 2 ** 31 - 1;

export interface BackoffHints {
  /** From 0 to 1: full jitter, so that clients which lost a server together do not come back together. */
  readonly random: number;
  /** What the server asked for, in milliseconds; the jitter comes on top. */
  readonly retryAfter?: number;
}

/**
 * How long to wait before a try, in milliseconds: a random part of a time that doubles up to 15 seconds. `attempt`
 * counts from 0. A figure that is none reads as 0, and the answer is always one that a timer can keep.
 */
export function backoff(attempt: number, {random, retryAfter = 0}: BackoffHints): number {
  const ceiling = Math.min(LONGEST, FIRST * 2 ** atLeastZero(attempt));
  const delay = atLeastZero(retryAfter) + Math.min(1, atLeastZero(random)) * ceiling;
  return Math.min(LONGEST_TIMER, delay);
}

const atLeastZero = (figure: number): number => (figure > 0 ? figure : 0);
