import {OpenaiDecoder} from './decoder.js';
import {typeOf} from './events.js';
import {asRecords, asText, defined, type JsonRecord} from '../../values.js';
import {readEntries} from '../operations/lists.js';
import type {ReportEntry} from '../types.js';
import {emptyConversation, type FileItem, type Item, type MessageItem} from '../../model/item.js';
import {reduce} from '../../model/reduce.js';
import {jsonText} from '../../json.js';

/** The messages of a list of items, newest first: all items between two messages of the user are one answer. */
export function readItems(list: readonly unknown[], report?: ReportEntry): readonly MessageItem[] {
  const groups: JsonRecord[][] = [];
  const items = readEntries(list, known, 'in each item `type`, or `role` and `content`', report);
  for (const item of items.toReversed()) {
    if (typeOf(item) === 'message' && isInstruction(item)) continue;
    const last = groups.at(-1);
    const isAnswer = !isOfUser(item);
    if (last?.[0] && isAnswer && !isOfUser(last[0])) last.push(item);
    else groups.push([item]);
  }
  return groups.flatMap((items, index) => {
    const [first] = items;
    if (!first) return [];
    const id = asText(first['id']) ?? `message-${index + 1}`;
    if (isOfUser(first)) return [userMessage(id, first)];
    return answerOf(id, items, index === groups.length - 1);
  });
}

/** The item in the form of a stream: a message may lack its type, and have a text as its content. */
function known(item: JsonRecord): JsonRecord | undefined {
  const {type, role, content} = item;
  if (typeof type !== 'string' && typeof role !== 'string') return undefined;
  const message = typeof type === 'string' ? item : {...item, type: 'message'};
  return typeof content === 'string' && !isOfUser(item)
    ? {...message, content: [{type: 'output_text', text: content}]}
    : message;
}

const isOfUser = ({role}: JsonRecord): boolean => role === 'user';

const isInstruction = ({role}: JsonRecord): boolean => role === 'system' || role === 'developer';

function userMessage(id: string, {content}: JsonRecord): MessageItem {
  const parts = typeof content === 'string' ? [{text: content}] : asRecords(content);
  const children = parts.flatMap((part, index): readonly Item[] => {
    const place = `${id}.${index}`;
    const text = asText(part['text']);
    return text === undefined
      ? fileOf(place, part)
      : [{id: place, kind: 'text', status: 'done', children: [], text}];
  });
  return {id, kind: 'message', role: 'user', status: 'done', messageId: id, children};
}

function fileOf(id: string, part: JsonRecord): readonly FileItem[] {
  const url = asText(part['image_url']) ?? asText(part['file_data']) ?? asText(part['file_url']);
  const documentId = asText(part['file_id']);
  if (url === undefined && documentId === undefined) return [];
  const mediaType = /^data:([^;,]+)/.exec(url ?? '')?.[1];
  const name = asText(part['filename']) ?? documentId ?? 'image';
  const fields = defined({url, documentId, mediaType});
  return [{id, kind: 'file', status: 'done', children: [], name, ...fields}];
}

/** A stored answer. Only the last one may have calls and questions that are still open. */
function answerOf(
  id: string,
  output: readonly JsonRecord[],
  isLast: boolean,
): readonly MessageItem[] {
  const decoder = new OpenaiDecoder({run: id, messageId: id});
  const event = {type: 'response.completed', response: {status: 'completed', output}};
  const ops = [...decoder.decode({data: jsonText(event) ?? ''}), ...decoder.end('lost')];
  const [message] = reduce(emptyConversation, [
    ...ops,
    ...(isLast ? [] : [{op: 'close', id, status: 'interrupted'} as const]),
    {op: 'assign', id, status: 'done'},
  ]).children;
  return message?.kind === 'message' ? [message] : [];
}
