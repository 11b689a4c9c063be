import type {Environment} from '../environment.js';

/**
 * How long nothing has been heard. The limit is checked by looking at the clock now and then, and not by a timer set
 * anew at every byte: that is cheaper, and after a laptop's sleep the first look sees the gap.
 */
export class IdleTimer {
  readonly #environment: Pick<Environment, 'now' | 'after'>;
  #last: number;

  constructor(environment: Pick<Environment, 'now' | 'after'>) {
    this.#environment = environment;
    this.#last = environment.now();
  }

  /** Something was heard. */
  reset(): void {
    this.#last = this.#environment.now();
  }

  /** In milliseconds. */
  get elapsed(): number {
    return this.#environment.now() - this.#last;
  }

  /** Calls back once it has lasted for a limit in milliseconds; gives back the function that calls it off. */
  limit(milliseconds: number, callback: () => void): () => void {
    let cancel = (): void => undefined;
    const look = (): void => {
      if (this.elapsed >= milliseconds) callback();
      else cancel = this.#environment.after(milliseconds / 4, look);
    };
    if (milliseconds < Infinity) look();
    return () => cancel();
  }
}
