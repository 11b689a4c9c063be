import {
  type Chunk,
  chunkOf,
  type Opening,
  type Recording,
  type RecordingHead,
} from '../src/core/recording/index.js';

interface TappedStream {
  readonly at: number;
  readonly chunks: {readonly at: number; readonly bytes: Uint8Array}[];
  /** The source of its frames. A connection with the same source as the previous one continues its stream. */
  source?: unknown;
  end: 'closed' | 'broken';
  endedAt: number;
}

/** A `fetch` that records every byte of its streams with the time of arrival. */
export class StreamTap {
  readonly #connections: TappedStream[] = [];
  readonly #stop = new AbortController();
  #start: number | undefined;

  /** Aborted by `stop`. */
  get signal(): AbortSignal {
    return this.#stop.signal;
  }

  stop(): void {
    this.#stop.abort();
  }

  /** Sets the source of the last connection; see `FrameSource`. */
  setSource(source: unknown): void {
    const connection = this.#connections.at(-1);
    if (connection) connection.source ??= source;
  }

  readonly fetch: typeof fetch = async (input, init) => {
    const response = await fetch(input, init);
    const isJson = /\bjson\b/i.test(response.headers.get('content-type') ?? '');
    if (!response.ok || !response.body || isJson) return response;
    const {status, statusText, headers} = response;
    return new Response(this.#record(response.body, init?.signal), {status, statusText, headers});
  };

  /** The recording, with secrets replaced by asterisks. */
  recording(head: RecordingHead, secrets: readonly string[]): Recording {
    const parts = this.#connections.flatMap((connection, index): (Chunk | Opening)[] => {
      const previous = this.#connections[index - 1];
      const open =
        connection.source === previous?.source ? ('resume' as const) : ('replay' as const);
      const chunks = maskSecrets(connection.chunks, secrets);
      return [...(previous ? [{at: connection.at, open}] : []), ...chunks];
    });
    const last = this.#connections.at(-1);
    return {head, parts, ...(last && {end: {at: last.endedAt, end: last.end}})};
  }

  #record(
    body: ReadableStream<Uint8Array>,
    signal: AbortSignal | null | undefined,
  ): ReadableStream<Uint8Array> {
    const connection: TappedStream = {at: this.#now(), chunks: [], end: 'broken', endedAt: 0};
    this.#connections.push(connection);
    const reader = body.getReader();
    // The reader cancels after the terminal event, without waiting for the end of the stream.
    const close = (): void => {
      if (!this.signal.aborted) connection.end = 'closed';
    };
    signal?.addEventListener('abort', close);
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
        close();
        return reader.cancel(reason);
      },
    });
  }

  /** Milliseconds since the first connection, rounded to 0.1. */
  #now(): number {
    const now = performance.now();
    this.#start ??= now;
    return Math.round((now - this.#start) * 10) / 10;
  }
}

/** Overwrites every secret in the chunks, also across chunks. The length does not change. */
function maskSecrets(chunks: TappedStream['chunks'], secrets: readonly string[]): Chunk[] {
  const all = Buffer.concat(chunks.map(({bytes}) => bytes));
  for (const secret of secrets.map(text => Buffer.from(text)).filter(({length}) => length > 0)) {
    for (let at = all.indexOf(secret); at !== -1; at = all.indexOf(secret, at)) {
      all.fill('*', at, (at += secret.length));
    }
  }
  let from = 0;
  return chunks.map(({at, bytes}) => chunkOf(at, all.subarray(from, (from += bytes.length))));
}
