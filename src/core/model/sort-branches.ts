import {parseTimestamp} from './select.js';
import type {MessageItem} from './item.js';

/**
 * Sorts the branches of each message by creation time, because protocols may list them in any order. Loads each branch
 * that is not displayed once; `written` caches their times. If a branch cannot be loaded, the order is not changed.
 */
export async function sortBranches(
  messages: readonly MessageItem[],
  written: Map<string, string>,
  load: (message: string) => Promise<MessageItem>,
): Promise<readonly MessageItem[]> {
  const note = (id: string, {createdAt}: MessageItem): unknown =>
    createdAt !== undefined && written.set(id, createdAt);
  for (const message of messages) note(message.messageId ?? message.id, message);
  const unknown = messages.flatMap(({branches = []}) => branches.filter(id => !written.has(id)));
  await Promise.all(
    unknown.map(id =>
      load(id).then(
        message => note(id, message),
        () => undefined,
      ),
    ),
  );
  const timeOf = (id: string): number => parseTimestamp(written.get(id) ?? '');
  return messages.map(message => {
    const {branches} = message;
    if (!branches?.every(id => Number.isFinite(timeOf(id)))) return message;
    const sorted = branches.toSorted((a, b) => timeOf(a) - timeOf(b) || (a < b ? -1 : 1));
    return {...message, branches: sorted};
  });
}
