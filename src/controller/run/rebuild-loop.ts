import type {Environment} from '../environment.js';

/** At most one flush a frame, however much arrives. */
export class RebuildLoop {
  readonly #flush: () => void;
  readonly #environment: Pick<Environment, 'frame'>;
  #cancelFrame: (() => void) | undefined;

  constructor(flush: () => void, environment: Pick<Environment, 'frame'>) {
    this.#flush = flush;
    this.#environment = environment;
  }

  /** Something arrived: flushes with the next frame. */
  request(): void {
    this.#cancelFrame ??= this.#environment.frame(() => this.now());
  }

  /** Flushes at once, in place of the flush that was asked for. */
  now(): void {
    this.cancel();
    this.#flush();
  }

  /** Calls off the flush that was asked for. */
  cancel(): void {
    this.#cancelFrame?.();
    this.#cancelFrame = undefined;
  }
}
