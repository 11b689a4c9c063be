import type {ReplySubmitter, RepliesParts} from './reply-submitter.js';
import type {Reply} from '../types.js';
import {openRequests} from '../../core/model/select.js';
import type {RequestItem} from '../../core/model/item.js';

/** Answers to what the agent, or a tool of it, asks the user. */
export class Replies {
  readonly #parts: RepliesParts;
  #answering: ReplySubmitter | undefined;

  constructor(parts: RepliesParts) {
    this.#parts = parts;
  }

  /** The question of the agent that waits for words, if it waits for one. */
  open(): RequestItem | undefined {
    const {state, client, questions} = this.#parts;
    if (state.status !== 'waiting') return undefined;
    return openRequests(state.conversation).find(
      ({id, executionId}) =>
        executionId === undefined && (client.operations.reply !== undefined || questions.has(id)),
    );
  }

  /** Gives an answer; resolves when the server has it. If it is refused, the question is open again, and this rejects;
   * where a tool asks no more, the question is closed. */
  async reply(id: string, reply: Reply): Promise<void> {
    const {ReplySubmitter} = await import('./reply-submitter.js');
    this.#answering ??= new ReplySubmitter(this.#parts);
    await this.#answering.reply(id, reply);
  }

  /** Gives the answer once more that was refused last, if its question still waits; tells whether it does. */
  async retry(): Promise<boolean> {
    return (await this.#answering?.retry()) === true;
  }
}
