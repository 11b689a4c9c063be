import {ChatError} from './errors.js';
import {IdleTimer} from './idle-timer.js';
import type {Settings} from '../settings.js';

/** The speed of the slowest line on which a body is sent: 128 kbit/s. */
const minCharactersPerMs = 16;

/**
 * The idle timer of a request, which it aborts when no byte arrives for too long: `idleTimeoutMs`, unless the caller has
 * another limit. A request of the option `transport` has none.
 */
export class Watchdog extends IdleTimer {
  /** Aborted with the parent, or after the timeout with a `ChatError` as reason. */
  readonly signal: AbortSignal;
  #cancelLimit: () => void = () => undefined;

  constructor(
    parent: AbortSignal,
    {environment, limits}: Pick<Settings, 'environment' | 'limits'>,
    timeoutMs: number = limits.idleTimeoutMs,
  ) {
    super(environment);
    const timeout = new AbortController();
    this.signal = AbortSignal.any([parent, timeout.signal]);
    if (parent.aborted) return;
    this.#cancelLimit = this.limit(timeoutMs, () =>
      timeout.abort(new ChatError({code: 'timeout', retryable: true})),
    );
    this.signal.addEventListener('abort', this.stop);
  }

  /** A body of this number of characters is sent, during which no byte of a response arrives. */
  readonly expectBody = (length: number): void => this.reset(length / minCharactersPerMs);

  /** The request is over. A signal without listeners can be collected before its parent. */
  readonly stop = (): void => {
    this.#cancelLimit();
    this.signal.removeEventListener('abort', this.stop);
  };
}
