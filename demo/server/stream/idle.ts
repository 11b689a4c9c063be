/** Yielded when the source was idle. */
export const idle = Symbol('idle');

/** Yields the values of `source`, and `idle` after every `milliseconds` without a value. */
export async function* withIdle<T>(
  source: AsyncIterable<T>,
  milliseconds: number,
): AsyncGenerator<T | typeof idle> {
  const iterator = source[Symbol.asyncIterator]();
  try {
    let next = iterator.next();
    for (;;) {
      let timer: NodeJS.Timeout | undefined;
      const timeout = new Promise<typeof idle>(resolve => {
        timer = setTimeout(resolve, milliseconds, idle);
      });
      const first = await Promise.race([next, timeout]);
      clearTimeout(timer);
      if (first === idle) yield idle;
      else if (first.done) return;
      else {
        yield first.value;
        next = iterator.next();
      }
    }
  } finally {
    // Not awaited: a waiting source returns only after its next value.
    void iterator.return?.();
  }
}
