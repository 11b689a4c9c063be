/** A request of a chat, and what was answered. */
export interface Exchange {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  /** Milliseconds after its play began. */
  readonly at: number;
  readonly status: number;
  /** The media type of the answer. */
  readonly type: string;
  /** The answer; or, of a stream, the recording of it: a file beside the list of the plays. */
  readonly body: string | {readonly recording: string};
}

/** Everything that crossed a wire for something that was asked, in the order of the requests. */
export interface Play {
  readonly words: string;
  /** When it began, in milliseconds since the epoch. */
  readonly startedAt: number;
  /** How many times slower than it was told it is shown. */
  readonly slowness: number;
  /** The number of the request that brought the words. */
  readonly opening: number;
  readonly exchanges: readonly Exchange[];
}

/** Whether a request may make an agent go on: what came after it waits for it. */
export function isAct({method, path}: Pick<Exchange, 'method' | 'path'>): boolean {
  return method === 'POST' && !path.endsWith('/token');
}
