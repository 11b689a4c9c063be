import type {Conversation, Item, MessageItem, RequestItem, TextItem} from './item.js';
import {isPart, traitsOf} from './kinds.js';
import type {Op} from './op.js';
import {pathTo, reduce} from './reduce.js';
import {isOpen} from './status.js';

/** Whether an item is complete. */
export const isOver = ({status}: Pick<Item, 'status'>): boolean => !isOpen(status);

/** Whether a stored answer has nothing yet. */
export const isUnwritten = ({children}: MessageItem): boolean =>
  children.every(child => child.kind === 'text' && child.text.trim() === '');

/** The messages of a conversation. */
export const messagesOf = ({children}: Conversation): readonly MessageItem[] =>
  children.filter((item): item is MessageItem => item.kind === 'message');

/** The last message of the user. */
export const lastUserMessage = (conversation: Conversation): MessageItem | undefined =>
  messagesOf(conversation).findLast(({role}) => role === 'user');

/** The item of the conversation itself with this id, which is not the id of the server. */
export const itemIn = ({children}: Conversation, id: string): Item | undefined =>
  children.findLast(child => child.id === id);

/** The message with this id, of the server or local. */
export const findMessage = (conversation: Conversation, id: string): MessageItem | undefined =>
  messagesOf(conversation).find(message => message.messageId === id || message.id === id);

/** Replaces the item with the same id, or appends the item. */
export function put(conversation: Conversation, item: Item): Conversation {
  const {children} = conversation;
  const known = children.findLastIndex(({id}) => id === item.id);
  if (children[known] === item) return conversation;
  return {...conversation, children: known < 0 ? [...children, item] : children.with(known, item)};
}

/** The conversation up to an item, without it. */
export function before(conversation: Conversation, id: string): Conversation {
  const at = conversation.children.findIndex(item => item.id === id);
  return at < 0 ? conversation : {...conversation, children: conversation.children.slice(0, at)};
}

/** The conversation without an item. */
export const without = (conversation: Conversation, id: string): Conversation => ({
  ...conversation,
  children: conversation.children.filter(item => item.id !== id),
});

/** Applies ops to a message. */
export function changed(message: MessageItem, ops: readonly Op[]): MessageItem {
  const [after] = reduce({version: 1, children: [message]}, ops).children;
  return after?.kind === 'message' ? after : message;
}

/** A message in progress that nothing continues: one of the user was not sent, and an answer was cut off. */
export function interrupted(message: MessageItem): MessageItem {
  if (message.status !== 'streaming') return message;
  const status = message.role === 'user' ? 'failed' : 'interrupted';
  return changed(message, [{op: 'close', id: message.id, status}]);
}

/** An answer that has ended before the server sent any of it. */
export const answerItem = (
  id: string,
  status: 'stopped' | 'failed',
  children: readonly Item[] = [],
): MessageItem => ({id, kind: 'message', role: 'assistant', status, children});

/**
 * The text at the end of an answer that was cut inside of it, by the end of its stream or for this reason. A
 * stream that continues the answer appends to this text, without a break.
 */
export function cutTextOf(
  {children, stopReason}: Pick<MessageItem, 'children' | 'stopReason'>,
  reason: string,
): TextItem | undefined {
  const last = children.findLast(isPart);
  const isCut = stopReason === reason || last?.status === 'interrupted';
  return last?.kind === 'text' && isCut ? last : undefined;
}

/** The notice that offers to continue an answer, while it is open. */
export const openNoticeOf = ({children}: Pick<MessageItem, 'children'>): Item | undefined =>
  children.findLast(({kind, status}) => kind === 'notice' && status === 'waiting');

const streamed = ['text', 'input', 'output', 'log'];

/** The extent of an item with its children: streamed characters plus items. */
export function extent(item: Item | undefined): number {
  if (!item || traitsOf(item.kind).isAdded) return 0;
  const own = Object.entries(item).reduce(
    (sum, [field, value]) =>
      typeof value === 'string' && (streamed.includes(field) || field.startsWith('log:'))
        ? sum + value.length
        : sum,
    1,
  );
  return item.children.reduce((sum, child) => sum + extent(child), own);
}

/** The question with this id, and the item of the conversation that it is in: a message, or a tool call without a chat. */
export function questionIn(
  conversation: Conversation,
  id: string,
): {readonly request: RequestItem; readonly top: Item} | undefined {
  const path = pathTo(conversation, id);
  const [top] = path;
  const request = path.at(-1);
  return top && request?.kind === 'request' ? {request, top} : undefined;
}

/** The conversation with an answer in progress again, without its offer to continue. */
export function continued(conversation: Conversation, id: string | undefined): Conversation {
  const answer = id === undefined ? undefined : findMessage(conversation, id);
  if (!answer) return conversation;
  const offer = openNoticeOf(answer);
  return reduce(conversation, [
    {op: 'assign', id: answer.id, status: 'streaming'},
    ...(offer ? [{op: 'close', id: offer.id, status: 'done'} as const] : []),
  ]);
}
