import type {ErrorItem, NoticeItem} from '../../../core/model/item.js';
import type {Labels} from '../../locales/en.js';
import {lookUp} from '../../locales/labels.js';
import {authorName} from './author.js';

/** Who joined or left the conversation; empty for any other notice. */
export function presenceText(item: NoticeItem | ErrorItem, labels: Labels): string {
  if (item.kind === 'error' || !item.author) return '';
  const {joined, left} = labels.author;
  const name = authorName(item.author, labels);
  if (item.code === 'person_joined') return joined(name);
  return item.code === 'person_left' ? left(name) : '';
}

/** The label of a notice; empty if it has only the text of the server. */
export const noticeLabel = (item: NoticeItem, labels: Labels): string =>
  presenceText(item, labels) || (lookUp(labels.notices, item.code) ?? '');

/** Whether a notice says how an answer ended that was continued since. */
export const isObsolete = ({status, code}: NoticeItem): boolean =>
  status === 'done' && /^(max_tokens|pause_turn|many_calls)$/.test(code);

/** Whether an error only delays the user's message, which is sent when the network is back. */
export const isSentLater = ({code, unsent}: ErrorItem): boolean =>
  code === 'offline' && unsent === true;
