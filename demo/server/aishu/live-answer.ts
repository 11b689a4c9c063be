import type {JsonObject} from '../json.js';
import {diffDocuments} from './patches.js';

export type AnswerStatus = 'processing' | 'succeded' | 'failed' | 'cancelled';

/**
 * An answer in progress: a document that changes, and any number of readers that follow it. The work does not depend on
 * the readers.
 */
export class LiveAnswer {
  status: AnswerStatus = 'processing';
  readonly #stop = new AbortController();
  #document: JsonObject;
  #resolveReply: ((reply: JsonObject) => void) | undefined;
  readonly #waiters = new Set<() => void>();

  constructor(document: JsonObject) {
    this.#document = document;
  }

  get document(): JsonObject {
    return this.#document;
  }

  /** Aborted when the user stops the run. */
  get stop(): AbortSignal {
    return this.#stop.signal;
  }

  /** Whether the answer has ended or waits for a reply of the user. */
  get isIdle(): boolean {
    return this.status !== 'processing' || this.#resolveReply !== undefined;
  }

  change(document: JsonObject): void {
    this.#document = document;
    this.#notify();
  }

  end(status: AnswerStatus): void {
    this.status = status;
    this.#notify();
  }

  cancel(): void {
    this.#stop.abort();
    this.#resolveReply?.({action: 'skip'});
  }

  /** Waits for the reply of the user to an interrupt. */
  waitForReply(): Promise<JsonObject> {
    return new Promise(resolve => {
      this.#resolveReply = resolve;
      this.#notify();
    });
  }

  /** Answers an interrupt. Returns false if none was open. */
  reply(reply: JsonObject): boolean {
    const answer = this.#resolveReply;
    this.#resolveReply = undefined;
    answer?.(reply);
    return answer !== undefined;
  }

  /** Yields the patches from an empty document on, numbered from 0, until the answer is idle. */
  async *follow(signal: AbortSignal): AsyncGenerator<JsonObject> {
    let sent: JsonObject = {};
    let seq_id = 0;
    signal.addEventListener('abort', () => this.#notify());
    while (!signal.aborted) {
      const {isIdle: rests} = this;
      const next = this.#document;
      for (const patch of diffDocuments(sent, next)) yield {seq_id: seq_id++, ...patch};
      sent = next;
      if (rests) {
        yield {seq_id, key: [], action: 'end', content: null};
        return;
      }
      if (this.#document === next && !this.isIdle) {
        await new Promise<void>(resolve => this.#waiters.add(resolve));
      }
    }
  }

  #notify(): void {
    const waiters = [...this.#waiters];
    this.#waiters.clear();
    for (const resolve of waiters) resolve();
  }
}
