import {reasonOf} from '../http/abort-reason.js';
import type {State} from '../state.js';
import type {PageQuestion} from '../types.js';
import {openRequests} from '../../core/model/select.js';
import type {Op} from '../../core/model/op.js';
import type {RequestAnswer, ToolItem} from '../../core/model/item.js';

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

  has(id: string): boolean {
    return this.#open.has(id);
  }

  /** Adds a question to a message, for a tool call in it. Rejects when the signal is aborted. */
  ask(
    id: string,
    {prompt, inputTypes = ['text'], ...more}: PageQuestion,
    {name}: ToolItem,
    {message, ...parts}: QuestionParts & {readonly message: string},
  ): Promise<RequestAnswer> {
    // A tool that ignores its signal may ask after it was aborted.
    if (parts.signal.aborted) return Promise.reject(reasonOf(parts.signal));
    const fields = {prompt, inputTypes, toolName: name, ...more};
    const answered = this.wait(id, parts);
    parts.amend([{op: 'open', id, parent: message, kind: 'request', status: 'waiting', fields}]);
    const item = openRequests(this.#state.conversation).find(request => request.id === id);
    if (item) this.#state.emit({type: 'input-required', item});
    return answered;
  }

  /** Waits for the answer to a displayed question. Rejects when the signal is aborted. */
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
