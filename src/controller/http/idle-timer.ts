import type {Environment} from '../environment.js';

/**
 * How long nothing has been heard. The limit is checked by looking at the clock now and then, and not by a timer set
 * anew at every byte: that is cheaper, and after a laptop's sleep the first look sees the gap.
 */
export class IdleTimer {
  readonly #world: Pick<Environment, 'now' | 'after'>;
  #last: number;

  constructor(world: Pick<Environment, 'now' | 'after'>) {
    this.#world = world;
    this.#last = world.now();
  }

  /** Something was heard. */
  reset(): void {
    this.#last = this.#world.now();
  }

  /** In milliseconds. */
  get elapsed(): number {
    return this.#world.now() - this.#last;
  }

  /** Calls back once it has lasted for a limit in milliseconds; gives back the function that calls it off. */
  limit(milliseconds: number, callback: () => void): () => void {
    let callOff = (): void => undefined;
    const look = (): void => {
      if (this.elapsed >= milliseconds) callback();
      else callOff = this.#world.after(milliseconds / 4, look);
    };
    if (milliseconds < Infinity) look();
    return () => callOff();
  }
}
