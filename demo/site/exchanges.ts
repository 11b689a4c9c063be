/** A request of a chat and its response. */
export interface Exchange {
  readonly method: string;
  /** Includes the query. */
  readonly path: string;
  /** Milliseconds since the start of the turn. */
  readonly at: number;
  readonly status: number;
  /** The media type of the response. */
  readonly type: string;
  /** The body; for a stream, the file name of its recording. */
  readonly body: string | {readonly recording: string};
}

/** All exchanges of one turn, in the order of the requests. */
export interface RecordedTurn {
  /** The message of the user. */
  readonly text: string;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  /** The factor of all pauses when the turn is replayed. */
  readonly slowness: number;
  /** Index of the exchange that sent the message. */
  readonly opening: number;
  readonly exchanges: readonly Exchange[];
}

/** Whether a request can make a run continue, such as the answer to a question. A replay waits for it. */
export function continuesRun({method, path}: Pick<Exchange, 'method' | 'path'>): boolean {
  return method === 'POST' && !path.endsWith('/token');
}
