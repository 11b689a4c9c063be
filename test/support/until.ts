import {setTimeout as sleep} from 'node:timers/promises';
import {waitMs} from './limits.mjs';

/**
 * Waits until a condition holds that no page can report. Fails with the condition and the last state.
 *
 * @param readState Returns what the failure displays in addition.
 * @param limitMs For waits that legitimately take longer than others.
 */
export async function until(
  condition: () => boolean | Promise<boolean>,
  readState: () => unknown = () => undefined,
  limitMs = waitMs,
): Promise<void> {
  const end = performance.now() + limitMs;
  while (!(await condition())) {
    if (performance.now() > end) throw new Error(await failureOf(condition, readState, limitMs));
    await sleep(20);
  }
}

async function failureOf(
  condition: () => unknown,
  readState: () => unknown,
  limitMs: number,
): Promise<string> {
  const state = await readState();
  const suffix = state === undefined ? '' : `; the last state: ${JSON.stringify(state)}`;
  return `Not true within ${limitMs} ms: ${String(condition)}${suffix}`;
}
