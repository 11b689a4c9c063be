import {ChatError} from './errors.js';
import type {Environment} from '../environment.js';
import type {Settings} from '../settings.js';

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
