import {ChatError} from './errors.js';
import {Silence} from './idle-timer.js';
import type {World} from '../environment.js';

/** A request may be silent for this long, in milliseconds. */
export const idleLimit = 60_000;

/** Ends a request that has fallen silent. */
export class Watchdog {
  readonly #silence: Silence;
  readonly #abort = new AbortController();
  readonly #parent: AbortSignal;
  readonly #callOff: () => void;

  constructor(parent: AbortSignal, world: Pick<World, 'now' | 'after'>, limit = idleLimit) {
    this.#parent = parent;
    this.#silence = new Silence(world);
    this.#callOff = this.#silence.limit(limit, () =>
      this.#end(new ChatError({code: 'timeout', retryable: true})),
    );
    if (parent.aborted) this.#onParentAbort();
    else parent.addEventListener('abort', this.#onParentAbort);
  }

  /** Aborts when the parent does, or after too long a silence; the reason is then a `ChatError`. */
  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  /** A byte came. */
  beat(): void {
    this.#silence.broken();
  }

  /** The request is over. */
  stop(): void {
    this.#callOff();
    this.#parent.removeEventListener('abort', this.#onParentAbort);
  }

  readonly #onParentAbort = (): void => this.#end(this.#parent.reason);

  #end(reason: unknown): void {
    this.stop();
    this.#abort.abort(reason);
  }
}
