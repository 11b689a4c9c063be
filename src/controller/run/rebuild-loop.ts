import type {Environment} from '../environment.js';

/** Flushes at most once per painted frame. */
export class RebuildLoop {
  readonly #flush: () => void;
  readonly #environment: Pick<Environment, 'frame'>;
  #cancelFrame: (() => void) | undefined;

  constructor(flush: () => void, environment: Pick<Environment, 'frame'>) {
    this.#flush = flush;
    this.#environment = environment;
  }

  /** Flushes with the next painted frame. */
  request(): void {
    this.#cancelFrame ??= this.#environment.frame(() => this.now());
  }

  /** Flushes at once, instead of the requested flush. */
  now(): void {
    this.cancel();
    this.#flush();
  }

  /** Cancels the requested flush. */
  cancel(): void {
    this.#cancelFrame?.();
    this.#cancelFrame = undefined;
  }
}
