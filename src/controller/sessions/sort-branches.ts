import {parseTimestamp} from '../../core/model/select.js';
import type {MessageItem} from '../../core/model/item.js';

/**
 * The messages with the versions of each in the order in which they were written: protocols may name them without one. A
 * version that is not shown is asked for, once; `written` remembers their times. Where one cannot be had, the order
 * stays as it came.
 */
export async function sortBranches(
  messages: readonly MessageItem[],
  written: Map<string, string>,
  ask: (message: string) => Promise<MessageItem>,
): Promise<readonly MessageItem[]> {
  const note = (id: string, {createdAt}: MessageItem): unknown =>
    createdAt !== undefined && written.set(id, createdAt);
  for (const message of messages) note(message.messageId ?? message.id, message);
  const unknown = messages.flatMap(({branches = []}) => branches.filter(id => !written.has(id)));
  await Promise.all(
    unknown.map(id =>
      ask(id).then(
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
