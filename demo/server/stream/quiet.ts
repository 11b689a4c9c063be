/** Stands for a while in which nothing came. */
export const quiet = Symbol('quiet');

/** What `source` gives, and `quiet` after every `milliseconds` in which it gave nothing. */
export async function* withQuiet<T>(
  source: AsyncIterable<T>,
  milliseconds: number,
): AsyncGenerator<T | typeof quiet> {
  const iterator = source[Symbol.asyncIterator]();
  try {
    let next = iterator.next();
    for (;;) {
      let timer: NodeJS.Timeout | undefined;
      const silence = new Promise<typeof quiet>(resolve => {
        timer = setTimeout(resolve, milliseconds, quiet);
      });
      const first = await Promise.race([next, silence]);
      clearTimeout(timer);
      if (first === quiet) yield quiet;
      else if (first.done) return;
      else {
        yield first.value;
        next = iterator.next();
      }
    }
  } finally {
    // Not awaited: a source that waits returns only when it wakes.
    void iterator.return?.();
  }
}
