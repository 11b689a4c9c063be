/** How long after a failure nothing is fetched again, unless the page comes back online: milliseconds. */
const patience = 5000;

/**
 * An element that is fetched when something is first drawn by it. Until it is there, and where it cannot be fetched, the
 * words between its tags are what is read.
 *
 * @param load Fetches what registers it.
 * @returns What asks for it, each time something is drawn by it, and tells whether it is there.
 */
export function fetchElement(load: () => Promise<unknown>): () => boolean {
  let state: 'wanted' | 'coming' | 'there' = 'wanted';
  let failedAt = -Infinity;
  const attempt = (): void => {
    state = 'coming';
    load().then(
      () => (state = 'there'),
      (error: unknown) => {
        state = 'wanted';
        failedAt = performance.now();
        addEventListener('online', attempt, {once: true});
        reportError(error);
      },
    );
  };
  return () => {
    if (state === 'wanted' && performance.now() - failedAt > patience) attempt();
    return state === 'there';
  };
}
