import {availableParallelism, loadavg} from 'node:os';

/**
 * Milliseconds that a wait may take: 5 seconds, or `TEST_TIMEOUT_MS`. If more than four threads compete for each core, it is
 * proportionally longer, because then the product is slow and not at fault.
 *
 * @returns {number}
 */
export function waitMs() {
  const [load = 0] = loadavg();
  const overload = Math.max(1, load / availableParallelism() / 4);
  return Math.round(Number(process.env.TEST_TIMEOUT_MS ?? 5000) * overload);
}

/** Milliseconds to start a browser, or to load a page whose scripts are built on request. */
export const startMs = 60_000;

/**
 * Milliseconds that a test may take whose failure would be a promise that never settles.
 *
 * @returns {number}
 */
export const testMs = () => 6 * waitMs();
