/** Milliseconds of work between two yields, so that the page can scroll and handle input. */
const sliceMs = 8;

/** Yields to other tasks of the page. */
export const yieldToPage = (): Promise<void> => new Promise(resolve => setTimeout(resolve));

/** Runs long work in slices, one work after the other, so that it creates no long tasks. */
export class Slices {
  #last: Promise<unknown> = Promise.resolve();

  /** Runs the work after all work requested before. */
  run<T>(work: () => Generator<unknown, T, void>): Promise<T> {
    const result = this.#last.then(() => inSlices(work()));
    this.#last = result.catch(() => undefined);
    return result;
  }
}

async function inSlices<T>(work: Generator<unknown, T, void>): Promise<T> {
  for (let until = performance.now() + sliceMs; ;) {
    const {done, value} = work.next();
    // Also after the last step, because rendering its result takes time too.
    if (performance.now() >= until) {
      await yieldToPage();
      until = performance.now() + sliceMs;
    }
    if (done) return value;
  }
}
