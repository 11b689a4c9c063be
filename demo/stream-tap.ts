import {
  type Chunk,
  chunkOf,
  type Opening,
  type Recording,
  type RecordingHead,
} from '../src/core/recording/index.js';

interface Connection {
  readonly at: number;
  readonly chunks: {readonly at: number; readonly bytes: Uint8Array}[];
  /** What it tells: connections that tell one thing go on with one another. */
  told?: unknown;
  end: 'closed' | 'broken';
  endedAt: number;
}

/** A `fetch` that keeps every byte of the streams that come through it, and when it came. */
export class StreamTap {
  readonly #connections: Connection[] = [];
  readonly #stop = new AbortController();
  #start: number | undefined;

  /** Aborted when no more is wanted. */
  get signal(): AbortSignal {
    return this.#stop.signal;
  }

  stop(): void {
    this.#stop.abort();
  }

  /** The last connection tells this; the same object as long as the telling goes on. */
  tells(told: unknown): void {
    const connection = this.#connections.at(-1);
    if (connection) connection.told ??= told;
  }

  readonly fetch: typeof fetch = async (input, init) => {
    const response = await fetch(input, init);
    const isAnswer = /\bjson\b/i.test(response.headers.get('content-type') ?? '');
    if (!response.ok || !response.body || isAnswer) return response;
    const {status, statusText, headers} = response;
    return new Response(this.#keep(response.body, init?.signal), {status, statusText, headers});
  };

  /** What came. Whatever is secret stands there as asterisks. */
  recording(head: RecordingHead, secrets: readonly string[]): Recording {
    const parts = this.#connections.flatMap((connection, place): (Chunk | Opening)[] => {
      const before = this.#connections[place - 1];
      const open = connection.told === before?.told ? ('resume' as const) : ('replay' as const);
      const chunks = starred(connection.chunks, secrets);
      return [...(before ? [{at: connection.at, open}] : []), ...chunks];
    });
    const last = this.#connections.at(-1);
    return {head, parts, ...(last && {end: {at: last.endedAt, end: last.end}})};
  }

  #keep(
    body: ReadableStream<Uint8Array>,
    signal: AbortSignal | null | undefined,
  ): ReadableStream<Uint8Array> {
    const connection: Connection = {at: this.#now(), chunks: [], end: 'broken', endedAt: 0};
    this.#connections.push(connection);
    const reader = body.getReader();
    // Whoever reads has heard the last word, and needs no more.
    const leave = (): void => {
      if (!this.signal.aborted) connection.end = 'closed';
    };
    signal?.addEventListener('abort', leave);
    return new ReadableStream({
      pull: async controller => {
        const {done, value} = await reader.read().finally(() => (connection.endedAt = this.#now()));
        if (done) {
          connection.end = 'closed';
          controller.close();
        } else {
          connection.chunks.push({at: connection.endedAt, bytes: value});
          controller.enqueue(value);
        }
      },
      cancel: reason => {
        leave();
        return reader.cancel(reason);
      },
    });
  }

  /** Milliseconds since the first connection, to a tenth. */
  #now(): number {
    const now = performance.now();
    this.#start ??= now;
    return Math.round((now - this.#start) * 10) / 10;
  }
}

/** The chunks with every secret overwritten, also one that was cut apart; nothing changes its place. */
function starred(chunks: Connection['chunks'], secrets: readonly string[]): Chunk[] {
  const all = Buffer.concat(chunks.map(({bytes}) => bytes));
  for (const secret of secrets.map(text => Buffer.from(text)).filter(({length}) => length > 0)) {
    for (let at = all.indexOf(secret); at !== -1; at = all.indexOf(secret, at)) {
      all.fill('*', at, (at += secret.length));
    }
  }
  let from = 0;
  return chunks.map(({at, bytes}) => chunkOf(at, all.subarray(from, (from += bytes.length))));
}
