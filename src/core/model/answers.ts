import {jsonText} from '../json.js';
import {openRequests} from './select.js';
import {questionIn} from './messages.js';
import {reduce} from './reduce.js';
import type {Conversation, Item, RequestAnswer, RequestItem} from './item.js';
import type {Op} from './op.js';

/** An answer of the user, with the question as it was then. */
interface GivenAnswer {
  readonly answer: RequestAnswer;
  readonly request: RequestItem;
}

/** The answers of the user, by id of the question. A replay of a run does not contain them. */
export class Answers extends Map<string, GivenAnswer> {
  /** A question that was open at the last call. As long as it is, no other one is searched for. */
  #open: string | undefined;

  /** The conversation with an answer that the user has just given. `run` is the same as for `addTo`. */
  give(
    conversation: Conversation,
    request: RequestItem,
    answer: RequestAnswer,
    run: string | undefined,
  ): Conversation {
    this.set(request.id, {answer, request});
    return this.addTo(conversation, run);
  }

  /** The conversation without an answer that was refused: its question is open again, and the item `run` waits for it. */
  takeBack(conversation: Conversation, id: string, run: string): Conversation {
    this.delete(id);
    return reduce(conversation, [
      {op: 'assign', id, status: 'waiting', fields: {answer: undefined}},
      {op: 'assign', id: run, status: 'waiting'},
    ]);
  }

  /**
   * The conversation with the answered questions closed. `run` is the id of the item that a run in progress writes: a
   * message, or a tool call. The cost does not depend on the length of that item, because each frame calls this.
   */
  addTo(conversation: Conversation, run: string | undefined): Conversation {
    if (this.size === 0) return conversation;
    const closing = [...this].flatMap(([id, {answer, request}]): readonly Op[] => {
      const {request: shown, top} = questionIn(conversation, id) ?? {};
      const isInRun = run === undefined || top?.id === run;
      if (!isInRun && shown?.status === 'done' && shown.answer === answer) return [];
      const now = isInRun ? shown : undefined;
      if (!now || isAbout(now, request))
        return [{op: 'assign', id, status: 'done', fields: {answer}}];
      const isOver = now.answer !== answer;
      return isOver ? [] : [{op: 'assign', id, status: 'waiting', fields: {answer: undefined}}];
    });
    const closed = reduce(conversation, closing);
    const item = closed.children.findLast(({id}) => id === run);
    if (item?.status !== 'waiting' || this.#hasOpen(closed, item)) return closed;
    // No question is open any more: the run is in progress, although the stream does not say so yet.
    return reduce(closed, [{op: 'assign', id: item.id, status: 'streaming'}]);
  }

  #hasOpen(conversation: Conversation, item: Item): boolean {
    const {request, top} = questionIn(conversation, this.#open ?? '') ?? {};
    if (request?.status === 'waiting' && top?.id === item.id) return true;
    this.#open = openRequests(item)[0]?.id;
    return this.#open !== undefined;
  }
}

/** Whether two questions ask the same: an answer is none to another call or prompt, or to a call that is asked for again. */
function isAbout(one: RequestItem, other: RequestItem): boolean {
  return (['toolName', 'prompt', 'arguments', 'handle'] as const).every(
    field => one[field] === other[field] || jsonText(one[field]) === jsonText(other[field]),
  );
}
