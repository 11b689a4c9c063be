import {messagesOf} from '../messages.js';
import type {ChatState, TurnOutcome} from '../types.js';
import type {MessageItem} from '../../core/model/item.js';

/** How the last turn ended, read from the conversation. */
export function outcomeOf({status, lastError: error, conversation}: ChatState): TurnOutcome {
  const last = messagesOf(conversation).at(-1);
  const message = last?.role === 'assistant' ? last : undefined;
  if (error && (!message || message.children.every(({kind}) => kind === 'error'))) {
    return {status: 'not-sent', error};
  }
  return {
    status: status === 'waiting' ? 'waiting' : endOf(message),
    ...(message && {message}),
    ...(error && {error}),
  };
}

function endOf(message: MessageItem | undefined): TurnOutcome['status'] {
  switch (message?.status) {
    case 'stopped':
    case 'failed':
    case 'interrupted':
    case 'waiting':
      return message.status;
    case 'done':
      return 'done';
    default:
      return 'canceled';
  }
}
