import type {Item, MessageItem, TextItem} from '../../model/item.js';
import type {History, ReportEntry, ResponseData} from '../types.js';
import {defined, asRecord, asText, isRecord, textsOf, type JsonRecord} from '../../values.js';
import {listIn, readEntries} from '../operations/lists.js';
import {parse} from './content.js';

/** Reads a stored message (`AgentMessage` of the OpenAPI description). The id of the item is the server's. */
export function readMessage(value: unknown): MessageItem | undefined {
  const message = asRecord(value);
  const id = asText(message['id']);
  const role = roleOf(message['role']);
  if (id === undefined || role === undefined) return undefined;
  const content = contentOf(message);
  const children = role === 'user' ? written(id, content) : parse(content, {run: id});
  return defined({
    id,
    kind: 'message' as const,
    role,
    status: statusOf(children),
    children,
    messageId: id,
    parentId: asText(message['parent_id']),
    branches: branchesOf(id, message),
    createdAt: asText(message['created_at']),
    runId: asText(message['task_id']),
  });
}

/**
 * Reads the active branch of a session, and the run that is still in progress. A history has no status of runs ("After
 * a page reload").
 */
export function readHistory(response: ResponseData, report?: ReportEntry): History {
  const list = listIn(response, ['items'], '`items`, a list of messages');
  const rows = list.filter(row => !isHidden(row));
  const expected = 'in each message `id`, and the `role` user, assistant or system';
  const messages = readEntries(rows, readMessage, expected, report);
  const last = messages.at(-1);
  const run = last?.runId;
  // A server may store an answer before its first word.
  if (run !== undefined && last?.role === 'assistant' && last.children.length === 0)
    return {messages: messages.with(-1, {...last, status: 'streaming'}), running: {run}};
  const unfinished =
    last?.role === 'user' ||
    last?.status === 'interrupted' ||
    last?.status === 'waiting' ||
    endsInOpenStep(contentOf(rows.findLast(row => asRecord(row)['id'] === last?.id)));
  return run !== undefined && unfinished ? {messages, running: {run}} : {messages};
}

/**
 * Whether a stored text ends with a step that is not marked as completed. The run may be between two steps, so it is
 * worth joining. The step itself is displayed as done, because its text is closed and reports no error.
 */
function endsInOpenStep(content: string): boolean {
  const text = content.trimEnd();
  if (!text.endsWith('<<STEP_END>>')) return false;
  const step = text.slice(text.lastIndexOf('<<STEP_START>>'));
  const head = step.split('\n', 3).find(line => line.startsWith('Step '));
  return head?.trimEnd().endsWith('✓') !== true;
}

/** Whether an entry is a message that is not displayed. */
const isHidden = (row: unknown): boolean => isRecord(row) && row['role'] === 'system';

const contentOf = (row: unknown): string => asText(asRecord(row)['content']) ?? '';

/** The role of a message that is displayed. */
function roleOf(role: unknown): MessageItem['role'] | undefined {
  return role === 'user' || role === 'assistant' ? role : undefined;
}

function written(message: string, text: string): readonly Item[] {
  if (text === '') return [];
  const item: TextItem = {id: `${message}/text1`, kind: 'text', status: 'done', children: [], text};
  return [item];
}

/** The status of a stored message, derived from its items. */
function statusOf(children: readonly Item[]): MessageItem['status'] {
  if (children.some(({kind}) => kind === 'error')) return 'failed';
  const waits = (item: Item): boolean => item.status === 'waiting' || item.children.some(waits);
  if (children.some(waits)) return 'waiting';
  const last = children.at(-1);
  return last?.status === 'interrupted' ? 'interrupted' : 'done';
}

/** The ids of all branches. The server returns the others in no particular order; see `navigate`. */
function branchesOf(id: string, message: JsonRecord): readonly string[] | undefined {
  const siblings = textsOf(message['sibling_ids']);
  const all = new Set([...siblings, id]);
  return all.size > 1 ? [...all] : undefined;
}
