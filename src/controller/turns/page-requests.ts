import {reasonOf} from '../http/abort-reason.js';
import type {State} from '../state.js';
import type {Op} from '../../core/model/op.js';
import type {RequestAnswer} from '../../core/model/item.js';

interface QuestionParts {
  /** Changes the message with the question. */
  readonly amend: (ops: readonly Op[]) => void;
  readonly signal: AbortSignal;
}

/** Questions whose answers the page needs: those of its own tools, and those of an answer that will be continued. */
export class PageRequests {
  readonly #state: State;
  readonly #open = new Map<string, (answer: RequestAnswer) => void>();

  constructor(state: State) {
    this.#state = state;
  }

  /** The ids of the open questions. */
  get ids(): readonly string[] {
    return [...this.#open.keys()];
  }

  has(id: string): boolean {
    return this.#open.has(id);
  }

  /** Waits for the answer to a question. Rejects when the signal is aborted. */
  wait(id: string, {amend, signal}: QuestionParts): Promise<RequestAnswer> {
    const answered = new Promise<RequestAnswer>((resolve, reject) => {
      this.#open.set(id, answer => {
        amend([{op: 'assign', id, status: 'done', fields: {answer}}]);
        this.#publish();
        resolve(answer);
      });
      signal.addEventListener('abort', () => {
        if (this.#open.delete(id)) amend([{op: 'close', id, status: 'interrupted'}]);
        reject(reasonOf(signal));
      });
    });
    this.#publish();
    return answered;
  }

  answer(id: string, answer: RequestAnswer): void {
    const take = this.#open.get(id);
    this.#open.delete(id);
    take?.(answer);
  }

  /** The status is `waiting` as long as a question is open. */
  #publish(): void {
    this.#state.update({status: this.#open.size > 0 ? 'waiting' : 'streaming'});
  }
}
