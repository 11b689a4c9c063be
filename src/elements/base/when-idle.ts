/** The time slice for work if the browser does not report how long it is idle. */
const sliceMs = 4;

/** After this time the work starts even if the page is not idle. */
const timeoutMs = 300;

/** Runs work when the page is idle; `hasTime` reports whether to continue. Returns a function that cancels it. */
export function whenIdle(work: (hasTime: () => boolean) => void): () => void {
  const during = (ends: number) => (): boolean => performance.now() < ends;
  if (typeof requestIdleCallback === 'function') {
    const id = requestIdleCallback(
      deadline => work(during(performance.now() + Math.max(deadline.timeRemaining(), sliceMs))),
      {timeout: timeoutMs},
    );
    return () => cancelIdleCallback(id);
  }
  const id = setTimeout(() => work(during(performance.now() + sliceMs)), 16);
  return () => clearTimeout(id);
}
