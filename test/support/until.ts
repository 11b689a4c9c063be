import {setTimeout as sleep} from 'node:timers/promises';

/** Ends what hangs, also on the slowest machine: milliseconds. */
const limit = 90_000;

/** Waits until something comes to be true that no page tells of. */
export async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  const end = Date.now() + limit;
  while (!(await isSo())) {
    if (Date.now() > end) throw new Error(`It never came: ${String(isSo)}`);
    await sleep(20);
  }
}
