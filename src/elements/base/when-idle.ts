/** The longest slice of work where the browser does not say how long it has nothing else to do: milliseconds. */
const SLICE = 4;

/** Within this time it is done even if the page is never idle: milliseconds. */
const LATEST = 300;

/** Does some work when the page has nothing else to do, as long as there is time; gives back what cancels it. */
export function whenIdle(work: (hasTime: () => boolean) => void): () => void {
  const during = (ends: number) => (): boolean => performance.now() < ends;
  if (typeof requestIdleCallback === 'function') {
    const id = requestIdleCallback(
      deadline => work(during(performance.now() + Math.max(deadline.timeRemaining(), SLICE))),
      {timeout: LATEST},
    );
    return () => cancelIdleCallback(id);
  }
  const id = setTimeout(() => work(during(performance.now() + SLICE)), 16);
  return () => clearTimeout(id);
}
