import {Reconnect} from './reconnect.js';
import type {StreamRelay} from '../tabs/stream-relay.js';
import type {RunParts} from './run-types.js';
import type {Connection} from '../http/protocol-client.js';
import type {Opened} from '../../core/protocol/types.js';

/** The way to a run's stream: where it is, whether it can be joined, and when to try again. */
export class RunLocator {
  readonly #parts: Pick<RunParts, 'client' | 'session'>;
  readonly #relay: StreamRelay;
  readonly #reconnect: Reconnect;
  #run: string | undefined;
  #url: string | undefined;
  #tried = false;

  constructor(
    parts: Pick<RunParts, 'client' | 'session' | 'environment' | 'run'>,
    relay: StreamRelay,
  ) {
    this.#parts = parts;
    this.#relay = relay;
    this.#run = parts.run;
    this.#reconnect = new Reconnect(parts.environment);
  }

  /** Whether there is one. */
  get isOpen(): boolean {
    const {client, session} = this.#parts;
    const attachable = client.operations.attach !== undefined && session() !== undefined;
    return attachable || this.#url !== undefined;
  }

  /** The run's id on the protocol. */
  get run(): string | undefined {
    return this.#run;
  }

  /** Whether it was taken before. */
  get tried(): boolean {
    return this.#tried;
  }

  /** The server said where the stream is. */
  learn({run, url}: Opened): void {
    this.#run = run ?? this.#run;
    this.#url = url;
  }

  /** Joins the stream of the run: through the tab that reads it already, or from the server. */
  async join(run: string | undefined, signal: AbortSignal): Promise<Connection> {
    this.#tried = true;
    const relayed = await this.#relay.join(signal);
    if (relayed) return relayed;
    const {client, session} = this.#parts;
    const url = this.#url;
    const id = run ?? this.#run;
    const connection = await client.join(
      {session: session(), ...(id !== undefined && {run: id}), ...(url !== undefined && {url})},
      signal,
    );
    return this.#relay.lead(connection);
  }

  /** A connection brought this many frames. */
  reached(frames: number): void {
    this.#reconnect.reached(frames);
  }

  /** Waits for the time to try again, or until it is cut; `false` when there is nothing left to try. */
  async again(signal: AbortSignal, retryAfter: number | undefined): Promise<boolean> {
    return (await this.#reconnect.again(signal, retryAfter)) || signal.aborted;
  }
}
