import {ChatError} from './errors.js';
import {IdleTimer} from './idle-timer.js';
import type {Settings} from '../settings.js';

/** Aborts a request that receives no byte for too long. */
export class Watchdog {
  readonly #idleTimer: IdleTimer;
  readonly #abort = new AbortController();
  readonly #parent: AbortSignal;
  #cancelLimit: () => void = () => undefined;

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

  /** Aborted with the parent, or after the timeout with a `ChatError` as reason. */
  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  /** Records that a byte arrived. */
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
