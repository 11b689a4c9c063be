import {insertAnswered} from '../sessions/reconcile.js';
import {openRequests} from '../../core/model/select.js';
import {reduce} from '../../core/model/reduce.js';
import type {Conversation, Item, RequestAnswer} from '../../core/model/item.js';
import type {Op} from '../../core/model/op.js';

/** The answers of the user, by id of the question. A replay of a run does not contain them. */
export type Answers = ReadonlyMap<string, RequestAnswer>;

/**
 * The conversation with the answered questions closed. `run` is the id of the item that a run in progress writes: a
 * message, or a tool call.
 */
export function withAnswers(
  conversation: Conversation,
  answers: Answers,
  run: string | undefined,
): Conversation {
  if (answers.size === 0) return conversation;
  const closed = reduce(
    conversation,
    [...answers].map(([id, answer]): Op => ({op: 'assign', id, status: 'done', fields: {answer}})),
  );
  const item = closed.children.findLast(({id}) => id === run);
  if (item?.status !== 'waiting' || openRequests(item).length > 0) return closed;
  // No question is open any more: the run is in progress, although the stream does not say so yet.
  return reduce(closed, [{op: 'assign', id: item.id, status: 'streaming'}]);
}

/** The item of a replay with the answered questions of the displayed one, which the replay may lack. */
export function withAnswered(replayed: Item, shown: Item): Item {
  const children = [...replayed.children];
  insertAnswered(children, shown.children);
  return {...replayed, children};
}
