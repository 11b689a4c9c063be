import {ChatError} from '../http/errors.js';
import {plainText} from '../../core/model/select.js';
import type {History} from '../../core/protocol/types.js';
import type {MessageItem} from '../../core/model/item.js';

/** Whether a request may have reached the server although there was no response. */
export function isUncertain(error: unknown): boolean {
  if (!(error instanceof ChatError) || !error.sent) return false;
  const {code, status} = error.info;
  const silent: readonly string[] = ['unreachable', 'cross_origin', 'timeout', 'offline'];
  return silent.includes(code) || status === 502 || status === 504;
}

/**
 * Whether a turn is in the history.
 *
 * @param user The new message of the user, if the turn has one.
 * @param known The server's ids of the earlier messages.
 */
export function hasArrived(
  history: History,
  user: MessageItem | undefined,
  known: ReadonlySet<string | undefined>,
): boolean {
  const fresh = history.messages.filter(({id}) => !known.has(id));
  if (!user) return history.running !== undefined || fresh.length > 0;
  const text = plainText(user).trim();
  return fresh.some(message => message.role === 'user' && plainText(message).trim() === text);
}
