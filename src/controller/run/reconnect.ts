import type {Environment} from '../environment.js';
import {backoff} from '../../core/sse/backoff.js';

/** A lost stream is tried this often before it is given up. */
const maxTries = 8;

/** When to come back to a lost stream, and when not any more. */
export class Reconnect {
  readonly #environment: Environment;
  #tries = 0;
  #furthest = 0;

  constructor(environment: Environment) {
    this.#environment = environment;
  }

  /**
   * A connection brought this many frames. All tries are given back when that is more than any one before: a server
   * that always breaks at the same place is given up in the end.
   */
  reached(frames: number): void {
    if (frames <= this.#furthest) return;
    this.#furthest = frames;
    this.#tries = 0;
  }

  /**
   * Waits for the time to try again: a random part of a growing delay, or as long as the server wants (`retryAfter`,
   * in seconds), or until a wake. Resolves to `false` when there is nothing left to try.
   */
  async again(signal: AbortSignal, retryAfter: number | undefined): Promise<boolean> {
    if (signal.aborted || this.#tries >= maxTries) return false;
    const delay = backoff(this.#tries, {
      random: this.#environment.random(),
      ...(retryAfter !== undefined && {retryAfter: retryAfter * 1000}),
    });
    // Without a network nothing can be learnt about the server, so such a try is not counted.
    if (this.#environment.online()) this.#tries += 1;
    await this.#pause(delay, signal, retryAfter === undefined);
    return !signal.aborted;
  }

  #pause(delay: number, signal: AbortSignal, wakes: boolean): Promise<void> {
    return new Promise(resolve => {
      const done = (): void => {
        cancel();
        unsubscribeWake();
        signal.removeEventListener('abort', done);
        resolve();
      };
      const cancel = this.#environment.after(delay, done);
      const unsubscribeWake = wakes ? this.#environment.onWake(done) : () => undefined;
      signal.addEventListener('abort', done);
    });
  }
}
