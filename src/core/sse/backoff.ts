/** Milliseconds. */
const FIRST = 500;
const LONGEST = 15_000;

export interface BackoffHints {
  /** From 0 to 1: full jitter, so that clients which lost a server together do not come back together. */
  readonly random: number;
  /** What the server asked for, in milliseconds; the jitter comes on top. */
  readonly retryAfter?: number;
}

/** How long to wait before a try, in milliseconds. `attempt` counts from 0. */
export function backoff(attempt: number, {random, retryAfter = 0}: BackoffHints): number {
  const ceiling = Math.min(LONGEST, FIRST * 2 ** attempt);
  return retryAfter + Math.min(1, Math.max(0, random)) * ceiling;
}
