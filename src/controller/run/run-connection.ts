import {RetryTimer} from '../http/retry.js';
import type {StreamSource} from './stream-source.js';
import {IdleTimer} from '../http/idle-timer.js';
import type {Connection, ProtocolClient} from '../http/protocol-client.js';
import type {Settings} from '../settings.js';
import {defined} from '../../core/protocol/decode.js';
import type {Opened} from '../../core/protocol/types.js';

interface ConnectionParts {
  readonly client: Pick<ProtocolClient, 'operations'>;
  readonly streams: StreamSource;
  readonly settings: Settings;
  readonly session: () => string | undefined;
  readonly run?: string;
}

/**
 * The connection of a run to its stream. It knows where the stream is, and holds the signal of the request, the stream
 * or the pause that is in progress: aborting that signal ends any of them, and the run decides what comes next. After
 * `end` each further signal is aborted from the start.
 */
export class RunConnection {
  readonly idleTimer: IdleTimer;
  /** Whether frames are being read. */
  isOpen = false;
  readonly #parts: ConnectionParts;
  readonly #retryTimer: RetryTimer;
  #abort = new AbortController();
  #hasEnded = false;
  #restartRequested = false;
  #cancelIdleAbort: (() => void) | undefined;
  #run: string | undefined;
  #url: string | undefined;
  #hasJoined = false;

  constructor(parts: ConnectionParts) {
    this.#parts = parts;
    this.#run = parts.run;
    this.idleTimer = new IdleTimer(parts.settings.environment);
    this.#retryTimer = new RetryTimer(parts.settings);
  }

  /** Whether there is a stream that can be joined. */
  get joinable(): boolean {
    const {client, session} = this.#parts;
    const attachable = client.operations.attach !== undefined && session() !== undefined;
    return attachable || this.#url !== undefined;
  }

  /** The server's id of the run. */
  get run(): string | undefined {
    return this.#run;
  }

  /** Whether a stream was joined before. */
  get hasJoined(): boolean {
    return this.#hasJoined;
  }

  /** Takes from a response where the stream is. */
  locate({run, url}: Opened): void {
    this.#run = run ?? this.#run;
    this.#url = url;
  }

  async join(
    run: string | undefined,
    lastEventId: string | undefined,
    signal: AbortSignal,
  ): Promise<Connection> {
    this.#hasJoined = true;
    const {streams, session} = this.#parts;
    const url = this.#url;
    const id = run ?? this.#run;
    const address = defined({run: id, url, lastEventId});
    return streams.join({session: session(), ...address}, signal);
  }

  /** The signal of the next request, stream or pause. */
  renew(): AbortSignal {
    return this.adopt(new AbortController());
  }

  /** Continues with a connection that was opened elsewhere. */
  adopt(abort: AbortController): AbortSignal {
    this.#abort = abort;
    if (this.#hasEnded) abort.abort();
    return abort.signal;
  }

  abort(): void {
    this.#abort.abort();
  }

  /** Allows no further connection. */
  end(): void {
    this.#hasEnded = true;
  }

  /** Aborts the stream when it has had no frame for some time. */
  abortWhenIdle(): void {
    const {staleAfterMs} = this.#parts.settings.limits;
    this.#cancelIdleAbort = this.idleTimer.limit(staleAfterMs, () => this.abort());
  }

  /** Ends the stream so that it is joined again without a pause. */
  restart({onlyIfStale}: {onlyIfStale: boolean}): void {
    const {staleAfterMs} = this.#parts.settings.limits;
    if (onlyIfStale && this.idleTimer.elapsed <= staleAfterMs) return;
    this.#restartRequested = true;
    this.abort();
  }

  /** Whether a restart was requested since the last call. */
  consumeRestart(): boolean {
    const requested = this.#restartRequested;
    this.#restartRequested = false;
    return requested;
  }

  /** Reports how many frames a stream had: more than any before resets the count of attempts. */
  progress(frames: number): void {
    this.#retryTimer.progress(frames);
  }

  /** Waits before the next attempt. Resolves to `false` when all attempts are used up. */
  async waitToRetry(retryAfter: number | undefined): Promise<boolean> {
    const signal = this.renew();
    return (await this.#retryTimer.wait(signal, retryAfter)) || signal.aborted;
  }

  dispose(): void {
    this.#cancelIdleAbort?.();
    this.#parts.streams.close();
  }
}
