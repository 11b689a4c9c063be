import {toErrorInfo} from './errors.js';
import {delay, delayUntilWake} from '../delay.js';
import type {ErrorInfo} from '../types.js';
import type {Settings} from '../settings.js';
import {backoff} from '../../core/sse/backoff.js';

/** Decides when a failed request or a lost stream is retried, and when it is given up. */
export class RetryTimer {
  readonly #settings: Settings;
  #count = 0;
  #mostFrames = 0;

  constructor(settings: Settings) {
    this.#settings = settings;
  }

  /**
   * Reports the number of frames of a connection. Only more frames than ever before reset the count of retries, so that
   * a server that always fails at the same frame is given up eventually.
   */
  progress(frames: number): void {
    if (frames <= this.#mostFrames) return;
    this.#mostFrames = frames;
    this.#count = 0;
  }

  /**
   * Waits before the next retry: a random part of a growing delay, or at least `retryAfter` seconds, or until the page
   * wakes. Resolves to `false` when it is aborted or no retry is left.
   */
  async wait(signal: AbortSignal, retryAfter: number | undefined): Promise<boolean> {
    const {environment, limits} = this.#settings;
    if (signal.aborted || this.#count >= limits.maxRetries) return false;
    const delayMs = backoff(this.#count, {
      random: environment.random(),
      ...(retryAfter !== undefined && {retryAfter: retryAfter * 1000}),
    });
    // A retry without a network is not counted, because it does not reach the server.
    if (environment.online()) this.#count += 1;
    const wait = retryAfter === undefined ? delayUntilWake : delay;
    await wait(delayMs, signal, environment);
    return !signal.aborted;
  }
}

/**
 * Retries a request while it fails with a temporary error, after the time in `Retry-After` or a growing delay. Rejects
 * with the last error if it is permanent, no retry is left, or the result is no longer needed.
 */
export async function withRetries<T>(
  send: () => Promise<T>,
  {
    settings,
    signal,
    isWanted = () => true,
    isTemporary = ({retryable}) => retryable,
  }: {
    readonly settings: Settings;
    readonly signal: AbortSignal;
    /** Whether the result is still needed. */
    readonly isWanted?: () => boolean;
    readonly isTemporary?: (error: ErrorInfo) => boolean;
  },
): Promise<T> {
  const timer = new RetryTimer(settings);
  for (;;) {
    try {
      return await send();
    } catch (reason) {
      const error = toErrorInfo(reason);
      const isWorthIt = isTemporary(error) && isWanted();
      if (!isWorthIt || !(await timer.wait(signal, error.retryAfter)) || !isWanted()) throw reason;
    }
  }
}
