import {ChatError} from './errors.js';
import {IdleTimer} from './idle-timer.js';
import type {Settings} from '../settings.js';

/** Aborts a request that receives no byte for too long. */
export class Watchdog {
  /** Aborted with the parent, or after the timeout with a `ChatError` as reason. */
  readonly signal: AbortSignal;
  readonly #idleTimer: IdleTimer;
  #cancelLimit: () => void = () => undefined;

  constructor(
    parent: AbortSignal,
    {environment, limits}: Pick<Settings, 'environment' | 'limits'>,
    timeoutMs: number = limits.idleTimeoutMs,
  ) {
    const timeout = new AbortController();
    this.signal = AbortSignal.any([parent, timeout.signal]);
    this.#idleTimer = new IdleTimer(environment);
    if (parent.aborted) return;
    this.#cancelLimit = this.#idleTimer.limit(timeoutMs, () =>
      timeout.abort(new ChatError({code: 'timeout', retryable: true})),
    );
    this.signal.addEventListener('abort', this.stop);
  }

  /** Records that a byte arrived. */
  beat(): void {
    this.#idleTimer.reset();
  }

  /** The request is over. A signal without listeners can be collected before its parent. */
  readonly stop = (): void => {
    this.#cancelLimit();
    this.signal.removeEventListener('abort', this.stop);
  };
}
