/** In milliseconds. */
const FIRST = 500;
const LONGEST = 15_000;
/** Longer timers fire immediately. */
const LONGEST_TIMER = 2 ** 31 - 1;

interface BackoffHints {
  /**
   * A number from 0 to 1. With full jitter, clients that lost a server at the same time do not reconnect at the same
   * time.
   */
  readonly random: number;
  /** The server's `Retry-After` in milliseconds; the jitter is added to it. */
  readonly retryAfter?: number;
}

/**
 * The delay before a retry, in milliseconds: a random part of a time that doubles up to 15 seconds. `attempt` counts
 * from 0. Invalid numbers count as 0, so the result is always valid for a timer.
 */
export function backoff(attempt: number, {random, retryAfter = 0}: BackoffHints): number {
  const ceiling = Math.min(LONGEST, FIRST * 2 ** atLeastZero(attempt));
  const delay = atLeastZero(retryAfter) + Math.min(1, atLeastZero(random)) * ceiling;
  return Math.min(LONGEST_TIMER, delay);
}

const atLeastZero = (figure: number): number => (figure > 0 ? figure : 0);
