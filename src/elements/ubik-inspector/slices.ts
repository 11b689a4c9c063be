/** Milliseconds of work between two rests: a page that scrolls and types has the others. */
const SLICE = 8;

/** Lets the page do what it has to. */
export const rest = (): Promise<void> => new Promise(resolve => setTimeout(resolve));

/** Long work, one after the other and a slice at a time, so that no task of the page becomes long. */
export class Slices {
  #last: Promise<unknown> = Promise.resolve();

  /** Does the work when what was asked before is done. */
  run<T>(work: () => Generator<unknown, T, void>): Promise<T> {
    const result = this.#last.then(() => inSlices(work()));
    this.#last = result.catch(() => undefined);
    return result;
  }
}

async function inSlices<T>(work: Generator<unknown, T, void>): Promise<T> {
  for (let until = performance.now() + SLICE; ;) {
    const {done, value} = work.next();
    // Also behind the last step: what is drawn of it is long enough by itself.
    if (performance.now() >= until) {
      await rest();
      until = performance.now() + SLICE;
    }
    if (done) return value;
  }
}
