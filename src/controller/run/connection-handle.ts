import {IdleTimer} from '../http/idle-timer.js';
import type {Environment} from '../environment.js';

/**
 * A line that has been silent this long, in milliseconds, is cut if the run was stopped, and taken up anew when the page
 * is looked at again.
 */
const staleAfterMs = 30_000;

/** What a run hears through: one connection, or one pause, after the other, each of which can be broken off. */
export class ConnectionHandle {
  readonly idleTimer: IdleTimer;
  /** Whether frames come through it. */
  open = false;
  #abort = new AbortController();
  #last = false;
  #restartRequested = false;
  #cancelIdleAbort: (() => void) | undefined;

  constructor(environment: Pick<Environment, 'now' | 'after'>) {
    this.idleTimer = new IdleTimer(environment);
  }

  /** The signal of the next connection or pause. */
  renew(): AbortSignal {
    return this.take(new AbortController());
  }

  /** Goes on with a connection that was opened elsewhere. */
  take(abort: AbortController): AbortSignal {
    this.#abort = abort;
    if (this.#last) abort.abort();
    return abort.signal;
  }

  abort(): void {
    this.#abort.abort();
  }

  /** There is to be no other. */
  end(): void {
    this.#last = true;
  }

  /** Cuts it once it has been silent for too long: what it still has to say may take its time. */
  abortWhenIdle(): void {
    this.#cancelIdleAbort = this.idleTimer.limit(staleAfterMs, () => this.abort());
  }

  /** Takes it up anew without a pause; `unless` it was heard of lately. */
  restart(unless?: 'heard'): void {
    if (unless && this.idleTimer.elapsed <= staleAfterMs) return;
    this.#restartRequested = true;
    this.abort();
  }

  /** Whether it was cut to be taken up anew; told once. */
  consumeRestart(): boolean {
    const hurried = this.#restartRequested;
    this.#restartRequested = false;
    return hurried;
  }

  close(): void {
    this.#cancelIdleAbort?.();
  }
}
