import type {Environment} from '../environment.js';

/**
 * The time since the last activity. A limit is checked by polling the clock instead of resetting a timer at every byte:
 * that is cheaper, and detects the gap after a laptop's sleep.
 */
export class IdleTimer {
  readonly #environment: Pick<Environment, 'now' | 'after'>;
  #last: number;

  constructor(environment: Pick<Environment, 'now' | 'after'>) {
    this.#environment = environment;
    this.#last = environment.now();
  }

  /** @param graceMs A time in which no activity is expected. */
  reset(graceMs = 0): void {
    this.#last = this.#environment.now() + graceMs;
  }

  /** In milliseconds; negative during a grace time. */
  get elapsed(): number {
    return this.#environment.now() - this.#last;
  }

  /** Calls back after a time in milliseconds without activity. Returns a function that cancels it. */
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
