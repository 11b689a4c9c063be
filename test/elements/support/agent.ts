import type {SentUbikEvent} from '../../../demo/server/ubik/events.js';
import type {Transport} from '../../../src/controller/index.js';
import {type Frame, type Protocol, type RequestShape, ubik} from '../../../src/core/index.js';

/** The Ubik protocol without sessions: the operations that an agent within the page needs. */
export const inPage: Protocol = {
  ...ubik,
  name: 'in-page',
  operations: {send: ubik.operations.send},
};

/** An agent within the page: the test controls its responses. */
export class InPageAgent {
  readonly requests: RequestShape[] = [];
  readonly #waiting: (Frame | Error | 'end')[] = [];
  #time = Date.UTC(2026, 2, 4);
  #wake: () => void = () => undefined;

  readonly transport: Transport = (request, {signal}) => {
    this.requests.push(request);
    signal.addEventListener('abort', () => this.#put('end'), {once: true});
    return this.#answer();
  };

  /** Sends an event of the protocol. */
  tell(type: SentUbikEvent['type'], fields: Readonly<Record<string, unknown>> = {}): void {
    const timestamp = new Date((this.#time += 1000)).toISOString();
    this.#put({data: JSON.stringify({type, timestamp, ...fields})});
  }

  /** Sends a chunk of the answer. */
  say(content: string): void {
    this.tell('response_chunk', {content});
  }

  /** Completes the answer. */
  finish(): void {
    this.tell('agent_processing_complete', {result: {status: 'completed'}});
    this.#put('end');
  }

  /** Breaks the connection. */
  fail(): void {
    this.#put(new TypeError('The connection broke.'));
  }

  async *#answer(): AsyncGenerator<Frame> {
    for (;;) {
      const next = this.#waiting.shift();
      if (next === 'end') return;
      if (next instanceof Error) throw next;
      if (next) yield next;
      else await new Promise<void>(resolve => (this.#wake = resolve));
    }
  }

  #put(next: Frame | Error | 'end'): void {
    this.#waiting.push(next);
    this.#wake();
  }
}
