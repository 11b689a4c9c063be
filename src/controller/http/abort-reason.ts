/** Why a signal was aborted, as an error. */
export function reasonOf({reason}: AbortSignal): Error {
  return reason instanceof Error ? reason : new DOMException(String(reason), 'AbortError');
}
