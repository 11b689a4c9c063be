import {insertAnswered} from '../sessions/reconcile.js';
import {jsonText} from '../../core/json.js';
import {openRequests, walk} from '../../core/model/select.js';
import {reduce} from '../../core/model/reduce.js';
import type {Conversation, Item, RequestAnswer, RequestItem} from '../../core/model/item.js';
import type {Op} from '../../core/model/op.js';

/** An answer of the user, with the question as it was then. */
export interface GivenAnswer {
  readonly answer: RequestAnswer;
  readonly request: RequestItem;
}

/** The answers of the user, by id of the question. A replay of a run does not contain them. */
export type Answers = ReadonlyMap<string, GivenAnswer>;

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
  const written = conversation.children.filter(({id}) => run === undefined || id === run);
  const asked = written.flatMap(item => [...walk(item)].filter(({kind}) => kind === 'request'));
  const closing = [...answers].flatMap(([id, {answer, request}]): readonly Op[] => {
    const now = asked.find(item => item.id === id) as RequestItem | undefined;
    if (!now || isAbout(now, request))
      return [{op: 'assign', id, status: 'done', fields: {answer}}];
    const isOver = now.answer !== answer;
    return isOver ? [] : [{op: 'assign', id, status: 'waiting', fields: {answer: undefined}}];
  });
  const closed = reduce(conversation, closing);
  const item = closed.children.findLast(({id}) => id === run);
  if (item?.status !== 'waiting' || openRequests(item).length > 0) return closed;
  // No question is open any more: the run is in progress, although the stream does not say so yet.
  return reduce(closed, [{op: 'assign', id: item.id, status: 'streaming'}]);
}

/** Whether two questions ask the same: an answer is none to a call with other arguments, or that is asked for again. */
function isAbout(one: RequestItem, other: RequestItem): boolean {
  return (['arguments', 'handle'] as const).every(
    field => one[field] === other[field] || jsonText(one[field]) === jsonText(other[field]),
  );
}

/** The item of a replay with the answered questions of the displayed one, which the replay may lack. */
export function withAnswered(replayed: Item, shown: Item): Item {
  const children = [...replayed.children];
  insertAnswered(children, shown.children);
  return {...replayed, children};
}
