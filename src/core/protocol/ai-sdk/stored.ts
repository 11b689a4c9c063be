import {factsOf} from './facts.js';
import {PartItems} from './part-items.js';
import {readMessage, type UiMessage} from './record.js';
import type {JsonRecord} from '../../values.js';
import {withoutPassword} from './suspensions.js';
import {Items} from '../decoder/items.js';
import {readEntries} from '../operations/lists.js';
import type {ReportEntry} from '../types.js';
import {emptyConversation, type MessageItem} from '../../model/item.js';
import {reduce} from '../../model/reduce.js';

/** Stored messages. */
export function readMessages(
  list: readonly unknown[],
  report?: ReportEntry,
): readonly MessageItem[] {
  const expected = 'in each message the `role` user, assistant or system, and `parts`, a list';
  const records = readEntries(list, readStored, expected, report);
  const shown = records.filter(({role}) => role !== 'system');
  return shown.flatMap((record, index) => {
    // A server that does not create ids stores its answers without one.
    const id = record.id || `message-${index + 1}`;
    return itemOf({...record, id}, index === shown.length - 1) ?? [];
  });
}

/** A message that has what can be displayed: older versions have `content`. */
const readStored = (entry: JsonRecord): UiMessage | undefined =>
  Array.isArray(entry['parts']) || typeof entry['content'] === 'string'
    ? readMessage(entry)
    : undefined;

/** Whether a part was stored while it was written. */
const isStreaming = (state: unknown): boolean =>
  state === 'streaming' || state === 'input-streaming';

/** A stored message. Only the last one may have calls and questions that are still open. */
function itemOf(record: UiMessage, isLast: boolean): MessageItem | undefined {
  const {id, role, metadata, parts} = record;
  const items = new Items(id);
  const written = new PartItems(id, items, {parts});
  items.openMessage({
    role: role === 'user' ? 'user' : 'assistant',
    messageId: id,
    ...factsOf(metadata),
    protocolData: {...record, parts: parts.map(withoutPassword)},
  });
  written.rewrite();
  written.finish();
  if (!isLast) items.close(id, 'interrupted');
  const isWritten = isLast && parts.some(({state}) => isStreaming(state));
  items.assign(id, {}, isWritten ? 'streaming' : 'done');
  const [message] = reduce(emptyConversation, items.take()).children;
  return message?.kind === 'message' ? message : undefined;
}
