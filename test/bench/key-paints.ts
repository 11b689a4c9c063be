import type {Page} from 'playwright-core';

/** An Event Timing entry of the trace, in milliseconds. */
interface EventTiming {
  readonly name: string;
  readonly ph: string;
  readonly args?: {readonly data?: {readonly type: string; readonly duration: number}};
}

/** Milliseconds from each key press to its paint while an action runs. A key that was never painted is missing. */
export async function keyPaintsWhile(
  page: Page,
  act: () => Promise<unknown>,
): Promise<readonly number[]> {
  const browser = page.context().browser();
  if (!browser) throw new Error('The browser is gone.');
  await browser.startTracing(page, {categories: ['devtools.timeline']});
  await act();
  const {traceEvents} = JSON.parse(String(await browser.stopTracing())) as {
    traceEvents: readonly EventTiming[];
  };
  return traceEvents.flatMap(({name, ph, args}) =>
    name === 'EventTiming' && ph === 'b' && args?.data?.type === 'keydown'
      ? [args.data.duration]
      : [],
  );
}
