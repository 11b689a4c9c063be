/**
 * A response body with the chunks of `source`. The signal is aborted when the client disconnects; `closed` is called once
 * when the body ends in any way. An error of the source breaks the connection.
 */
export function bodyOf(
  source: (signal: AbortSignal) => AsyncIterable<Uint8Array>,
  closed: () => void,
): ReadableStream<Uint8Array> {
  const disconnected = new AbortController();
  const iterator = source(disconnected.signal)[Symbol.asyncIterator]();
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
      disconnected.abort();
      closed();
      void iterator.return?.();
    },
  });
}
