import {answerItem, isOver} from '../../core/model/messages.js';
import type {StreamReader} from './stream-reader.js';
import type {State} from '../state.js';

/** Ends an answer that is not complete, and that no run continues. */
export function interrupt(state: State, item: string | undefined): void {
  const message = item === undefined ? undefined : state.message(item);
  if (message && !isOver(message))
    state.apply([{op: 'close', id: message.id, status: 'interrupted'}]);
}

/**
 * Ends the message of a run if it is incomplete, with all of its items. Its decoder may know a better end than the given
 * one.
 */
export function closeMessage(
  state: State,
  {item: id, reader}: {readonly item: string; readonly reader: StreamReader | undefined},
  reason: 'lost' | 'stopped',
): void {
  const messageId = state.message(id)?.messageId;
  reader?.end(reason);
  const message = state.message(id);
  // Only the history may have the id of the message: frames that are decoded again lack it.
  if (message && messageId !== message.messageId)
    state.apply([{op: 'assign', id, fields: {messageId}}]);
  if (!message && reason === 'stopped') state.put(answerItem(id, reason));
  // Nobody waits for calls and questions after a stop; the history may have open items of a cut answer.
  if (message && (reason === 'stopped' || !isOver(message) || message.status === 'interrupted'))
    state.apply([{op: 'close', id, status: reason === 'lost' ? 'interrupted' : reason}]);
}
