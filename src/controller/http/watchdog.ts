import {ChatError} from './errors.js';
import {IdleTimer} from './idle-timer.js';
import type {Settings} from '../settings.js';

/** Ends a request that has fallen silent. */
export class Watchdog {
  readonly #idleTimer: IdleTimer;
  readonly #abort = new AbortController();
  readonly #parent: AbortSignal;
  readonly #cancelLimit: () => void;

  constructor(
    parent: AbortSignal,
    {environment, limits}: Pick<Settings, 'environment' | 'limits'>,
    timeoutMs: number = limits.idleTimeoutMs,
  ) {
    this.#parent = parent;
    this.#idleTimer = new IdleTimer(environment);
    this.#cancelLimit = this.#idleTimer.limit(timeoutMs, () =>
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
    this.#idleTimer.reset();
  }

  /** The request is over. */
  stop(): void {
    this.#cancelLimit();
    this.#parent.removeEventListener('abort', this.#onParentAbort);
  }

  readonly #onParentAbort = (): void => this.#end(this.#parent.reason);

  #end(reason: unknown): void {
    this.stop();
    this.#abort.abort(reason);
  }
}
