import {setTimeout as sleep} from 'node:timers/promises';

/** Milliseconds, enough for a slow machine. */
const timeoutMs = 90_000;

/** Waits until a condition holds that no page can report. */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  const end = Date.now() + timeoutMs;
  while (!(await condition())) {
    if (Date.now() > end)
      throw new Error(`The condition did not become true: ${String(condition)}`);
    await sleep(20);
  }
}
