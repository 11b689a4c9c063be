import type {Connection} from '../http/protocol-client.js';

/** Where the stream of a run is: the ids of session and run, and an address if the server named one. */
export interface StreamAddress {
  readonly session: string | undefined;
  readonly run?: string;
  readonly url?: string;
}

/** The streams of one run. After a `RejoinError`, the stream is joined again at once. */
export interface StreamSource {
  /** Joins the stream of a run that is in progress. */
  join(address: StreamAddress, signal: AbortSignal): Promise<Connection>;
  /** Prepares a connection that a request of this page opened. */
  adopt(connection: Connection): Connection;
  /** The run needs no further stream. */
  close(): void;
}

/** The source of a stream is gone although the run has not ended. */
export class RejoinError extends Error {}

/** An open connection, and how to close it. */
export interface OpenConnection {
  readonly connection: Connection;
  readonly abort: AbortController;
}
