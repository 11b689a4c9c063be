/** Why a signal was aborted, as an error. */
export function reasonOf({reason}: AbortSignal): Error {
  return reason instanceof Error ? reason : new DOMException(String(reason), 'AbortError');
}

/** Resolves when a signal is aborted. */
export const aborted = (signal: AbortSignal): Promise<unknown> =>
  new Promise(resolve => {
    if (signal.aborted) resolve(undefined);
    else signal.addEventListener('abort', resolve, {once: true});
  });

/** Rejects when a signal is aborted. */
export const rejectOnAbort = (signal: AbortSignal): Promise<never> =>
  aborted(signal).then(() => Promise.reject(reasonOf(signal)));
