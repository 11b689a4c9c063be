import {openRequests, reduce} from '../core/index.js';
import type {Conversation, Op, RequestAnswer} from '../core/index.js';

/** The answers that the user gave, by the id of the request. No wire tells them again when a run is replayed. */
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
