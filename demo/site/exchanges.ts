/** A piece of an answer: when it came, in milliseconds since the first request; after how many requests; its text. */
export type Piece = readonly [at: number, after: number, text: string];

/** A request of a chat, and what was answered. */
export interface Exchange {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly status: number;
  /** The media type of the answer. */
  readonly type: string;
  readonly pieces: readonly Piece[];
}

/** Everything that crossed a wire for something that was asked, in the order of the requests. */
export interface Play {
  readonly words: string;
  /** When it began, in milliseconds since the epoch. */
  readonly startedAt: number;
  /** How much slower it is shown than it was told: what the times of its pieces have been multiplied by. */
  readonly slowness: number;
  /** The number of the request that brought the words. */
  readonly opening: number;
  readonly exchanges: readonly Exchange[];
}

/** Whether a request may make an agent go on: pieces that came after it wait for it. */
export function isAct({method, path}: Pick<Exchange, 'method' | 'path'>): boolean {
  return method === 'POST' && !path.endsWith('/token');
}
