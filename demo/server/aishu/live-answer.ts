import type {JsonObject} from '../json.js';
import {patchesBetween} from './patches.js';

export type AnswerStatus = 'processing' | 'succeded' | 'failed' | 'cancelled';

/** An answer while it is made: a document that changes, and those who follow it. It goes on whoever listens. */
export class LiveAnswer {
  status: AnswerStatus = 'processing';
  readonly #stop = new AbortController();
  #document: JsonObject;
  #answer: ((reply: JsonObject) => void) | undefined;
  readonly #sleepers = new Set<() => void>();

  constructor(document: JsonObject) {
    this.#document = document;
  }

  get document(): JsonObject {
    return this.#document;
  }

  /** Ends the work on it. */
  get stop(): AbortSignal {
    return this.#stop.signal;
  }

  /** Whether nothing will be added before somebody answers, or ever. */
  get rests(): boolean {
    return this.status !== 'processing' || this.#answer !== undefined;
  }

  change(document: JsonObject): void {
    this.#document = document;
    this.#wake();
  }

  end(status: AnswerStatus): void {
    this.status = status;
    this.#wake();
  }

  cancel(): void {
    this.#stop.abort();
    this.#answer?.({action: 'skip'});
  }

  /** Waits for a person. */
  wait(): Promise<JsonObject> {
    return new Promise(resolve => {
      this.#answer = resolve;
      this.#wake();
    });
  }

  /** Whether somebody was waited for. */
  reply(reply: JsonObject): boolean {
    const answer = this.#answer;
    this.#answer = undefined;
    answer?.(reply);
    return answer !== undefined;
  }

  /** The changes from an empty document on, numbered from 0, until it rests. */
  async *follow(signal: AbortSignal): AsyncGenerator<JsonObject> {
    let told: JsonObject = {};
    let seq_id = 0;
    signal.addEventListener('abort', () => this.#wake());
    while (!signal.aborted) {
      const {rests} = this;
      const next = this.#document;
      for (const patch of patchesBetween(told, next)) yield {seq_id: seq_id++, ...patch};
      told = next;
      if (rests) {
        yield {seq_id, key: [], action: 'end', content: null};
        return;
      }
      if (this.#document === next && !this.rests) {
        await new Promise<void>(resolve => this.#sleepers.add(resolve));
      }
    }
  }

  #wake(): void {
    const sleepers = [...this.#sleepers];
    this.#sleepers.clear();
    for (const wake of sleepers) wake();
  }
}
