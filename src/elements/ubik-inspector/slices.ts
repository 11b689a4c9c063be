/** Milliseconds of work between two yields, so that the page can scroll and handle input. */
const SLICE = 8;

/** Yields to other tasks of the page. */
export const rest = (): Promise<void> => new Promise(resolve => setTimeout(resolve));

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
  for (let until = performance.now() + SLICE; ;) {
    const {done, value} = work.next();
    // Also after the last step, because rendering its result takes time too.
    if (performance.now() >= until) {
      await rest();
      until = performance.now() + SLICE;
    }
    if (done) return value;
  }
}
