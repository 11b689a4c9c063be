/**
 * A response body of what `source` gives. When the client leaves, the signal is aborted; `closed` is called once, however
 * the body ends. An error of the source breaks the connection.
 */
export function bodyOf(
  source: (signal: AbortSignal) => AsyncIterable<Uint8Array>,
  closed: () => void,
): ReadableStream<Uint8Array> {
  const gone = new AbortController();
  const iterator = source(gone.signal)[Symbol.asyncIterator]();
  return new ReadableStream({
    async pull(controller) {
      try {
        const next = await iterator.next();
        if (next.done) {
          closed();
          controller.close();
        } else controller.enqueue(next.value);
      } catch (error) {
        closed();
        controller.error(error);
      }
    },
    cancel() {
      gone.abort();
      closed();
      void iterator.return?.();
    },
  });
}
