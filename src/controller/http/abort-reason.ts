/** Why a signal was aborted, as an error. */
export function reasonOf({reason}: AbortSignal): Error {
  return reason instanceof Error ? reason : new DOMException(String(reason), 'AbortError');
}

export const aborted = (signal: AbortSignal): Promise<unknown> =>
  new Promise(resolve => {
    if (signal.aborted) resolve(undefined);
    else signal.addEventListener('abort', resolve, {once: true});
  });

export const rejectOnAbort = (signal: AbortSignal): Promise<never> =>
  aborted(signal).then(() => Promise.reject(reasonOf(signal)));
