import {openRequests} from '../../core/model/select.js';
import {reduce} from '../../core/model/reduce.js';
import type {Conversation, MessageItem, RequestAnswer} from '../../core/model/item.js';
import type {Op} from '../../core/model/op.js';

/** The answers that the user gave, by the id of the request. No protocol tells them again when a run is replayed. */
export type Answers = ReadonlyMap<string, RequestAnswer>;

/** The conversation of one message, with the questions closed that the user has answered. */
export function withAnswers(told: Conversation, answers: Answers): Conversation {
  if (answers.size === 0) return told;
  const closed = reduce(
    told,
    [...answers].map(([id, answer]): Op => ({op: 'assign', id, status: 'done', fields: {answer}})),
  );
  const [message] = closed.children;
  if (message?.status !== 'waiting' || openRequests(closed).length > 0) return closed;
  // Nobody waits for a person any more: until the stream says so too, the run goes on.
  return reduce(closed, [{op: 'assign', id: message.id, status: 'streaming'}]);
}

/** The conversation of one message, with the answered questions of what is on screen: a protocol may tell them no more. */
export function withAnswered(told: Conversation, shown: MessageItem): Conversation {
  const [message] = told.children;
  if (message?.kind !== 'message') return told;
  const children = [...message.children];
  shown.children.forEach((item, index) => {
    const isLost =
      item.kind === 'request' && item.answer && children.every(({id}) => id !== item.id);
    if (!isLost) return;
    const before = children.findIndex(({id}) => id === shown.children[index - 1]?.id);
    children.splice(before < 0 ? children.length : before + 1, 0, item);
  });
  return {...told, children: [{...message, children}]};
}
