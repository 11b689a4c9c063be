import {answerItem, messagesOf, put, without} from '../../core/model/messages.js';
import {walk} from '../../core/model/select.js';
import {defined} from '../../core/values.js';
import type {RunsChat} from './runs-chat.js';
import type {State} from '../state.js';
import type {ErrorInfo} from '../types.js';
import type {ErrorItem, MessageItem} from '../../core/model/item.js';

/**
 * Reports an error in the conversation, as state and as an event.
 *
 * @param within The id of the message that contains the error; by default a new one.
 */
export function reportError(
  chat: RunsChat,
  error: ErrorInfo,
  within?: string,
  unsent = false,
): void {
  const item = showError(chat, error, within, unsent);
  chat.state.emit({type: 'error', error, item});
}

/** Displays an error in the conversation. It is the last one, which `clearError` removes. */
export function showError(
  {state, settings}: RunsChat,
  info: ErrorInfo,
  within: string | undefined,
  unsent = false,
): ErrorItem {
  const {getToken, tokenEndpoint} = settings.options;
  // The next attempt gets another token, so that it succeeds after the user has signed in again.
  const canSignIn = info.code === 'unauthorized' && (getToken ?? tokenEndpoint) !== undefined;
  const retryable = info.retryable || canSignIn;
  const item = errorItem(state.newId('error'), {...info, retryable}, unsent);
  state.errorItem = item.id;
  const message = within === undefined ? undefined : state.message(within);
  const failed: MessageItem = message
    ? {...message, children: [...message.children, item]}
    : answerItem(state.newId('failure'), 'failed', [item]);
  state.update({conversation: put(state.conversation, failed), lastError: info});
  return item;
}

/** Removes the last error from the conversation. */
export function clearError(state: State): void {
  const errorId = state.errorItem;
  state.errorItem = undefined;
  for (const message of state.conversation.children) {
    if (!message.children.some(({id}) => id === errorId)) continue;
    const children = message.children.filter(({id}) => id !== errorId);
    const conversation =
      children.length === 0
        ? without(state.conversation, message.id)
        : put(state.conversation, {...message, children});
    state.update({conversation});
  }
  state.update({lastError: undefined});
}

/** Takes their actions from the errors of earlier turns: a retry would act on the turn that begins now. */
export function closeErrors(state: State): void {
  state.errorItem = undefined;
  const errors = messagesOf(state.conversation)
    .flatMap(message => [...walk(message)])
    .filter(item => item.kind === 'error' && (item.retryable !== false || item.unsent));
  const fields = {retryable: false, unsent: false};
  if (errors.length > 0) state.apply(errors.map(({id}) => ({op: 'assign', id, fields})));
}

/** The error of an item that has arrived in a message. */
export function errorOfItem(
  {code, text, advice, retryAfter, retryable}: ErrorItem,
  traceId: string | undefined,
): ErrorInfo {
  return {
    code,
    ...(text && {detail: text}),
    ...(advice && {advice}),
    ...defined({retryAfter, traceId}),
    retryable: retryable ?? true,
  };
}

function errorItem(
  id: string,
  {code, detail, advice, retryAfter, retryable}: ErrorInfo,
  unsent = false,
): ErrorItem {
  return {
    id,
    kind: 'error',
    status: 'failed',
    children: [],
    code,
    ...defined({text: detail, advice, retryAfter}),
    ...(!retryable && {retryable}),
    ...(unsent && {unsent}),
  };
}
