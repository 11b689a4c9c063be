import {Stopped} from '../agent/agent.js';
import type {JsonObject} from '../json.js';

/** Lines that wait for the client. Then the script waits. */
const maxWaitingLines = 64;

/** The lines of one response. They are produced no faster than the client reads them. */
export class LineStream {
  readonly body: ReadableStream<Uint8Array>;
  /** Resolves when the client has read everything or has disconnected. */
  readonly ended: Promise<void>;
  readonly #writer: WritableStreamDefaultWriter<JsonObject>;
  #isClosed = false;

  constructor() {
    const encoder = new TextEncoder();
    const {readable, writable} = new TransformStream<JsonObject, Uint8Array>(
      {
        transform: (line, controller) =>
          controller.enqueue(encoder.encode(`${JSON.stringify(line)}\n`)),
      },
      {highWaterMark: maxWaitingLines},
    );
    this.body = readable;
    this.#writer = writable.getWriter();
    this.ended = this.#writer.closed.catch(() => undefined);
  }

  /** Whether the last line was written. */
  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Adds a line as soon as there is room for it. Throws `Stopped` if the stream is closed or the client has disconnected. */
  async write(line: JsonObject): Promise<void> {
    await this.#writer.ready.catch(stop);
    if (this.#isClosed) throw new Stopped();
    // Not awaited: the line may wait for the client.
    this.#writer.write(line).catch(() => undefined);
  }

  /** Ends the response after the lines that were added. */
  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#writer.close().catch(() => undefined);
  }
}

const stop = (): never => {
  throw new Stopped();
};
