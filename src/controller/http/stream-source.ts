import type {Connection, ProtocolClient, StreamAddress} from './protocol-client.js';

/** The streams of one run. After a `RejoinError`, the stream is joined again at once. */
export interface StreamSource {
  /** Whether this tab reads the stream from the server. */
  readonly isLeader: boolean;
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

/** Reads every stream from the server itself, for streams that mean nothing to another tab. */
export const directStreams = (client: Pick<ProtocolClient, 'join'>): StreamSource => ({
  isLeader: true,
  join: (address, signal) => client.join(address, signal),
  adopt: connection => connection,
  close: () => undefined,
});
