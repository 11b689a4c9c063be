import type {Page} from 'playwright-core';

/** A task of the trace; times in microseconds. */
interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  readonly tdur?: number;
  readonly args?: {readonly name?: string};
}

/** Milliseconds of the longest task of the main thread. */
export function longestTask(trace: Buffer): number {
  const {traceEvents} = JSON.parse(trace.toString()) as {traceEvents: readonly TraceEvent[]};
  const mains = traceEvents.filter(
    ({name, args}) => name === 'thread_name' && args?.name === 'CrRendererMain',
  );
  const isMain = new Set(mains.map(({pid, tid}) => `${pid}/${tid}`));
  let longest = 0;
  for (const {name, pid, tid, tdur = 0} of traceEvents) {
    if (name.endsWith('RunTask') && isMain.has(`${pid}/${tid}`)) longest = Math.max(longest, tdur);
  }
  return longest / 1000;
}

/** Milliseconds of the longest task of a page while an action runs. */
export async function longestWhile(page: Page, act: () => Promise<unknown>): Promise<number> {
  const browser = page.context().browser();
  if (!browser) throw new Error('The browser is gone.');
  await browser.startTracing(page, {
    categories: ['toplevel', 'disabled-by-default-devtools.timeline'],
  });
  await act();
  return longestTask(await browser.stopTracing());
}
