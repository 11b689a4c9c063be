import {withoutContext} from './requests.js';
import {Projector} from './project.js';
import {isoOf} from './steps.js';
import type {AishuTurn} from './turn.js';
import {defined, asNumber, asRecord, asRecords, asText, type JsonRecord} from '../../values.js';
import {listIn, readEntries} from '../operations/lists.js';
import type {ReportEntry, ResponseData} from '../types.js';
import {parseJson} from '../../json.js';
import type {Item, MessageItem} from '../../model/item.js';

/**
 * The messages of a stored conversation, oldest first. A message whose content cannot be read is included without it. A
 * conversation without messages may have no list.
 */
export function readMessages(response: ResponseData, report?: ReportEntry): readonly MessageItem[] {
  const {body} = response;
  const expected = 'a conversation with `Messages`, a list';
  const fields = ['Messages', 'messages'];
  const isNew =
    asText(asRecord(body)['id']) !== undefined && !fields.some(name => name in asRecord(body));
  const list = isNew ? [] : listIn(response, fields, expected);
  const readable = 'in each message `origin`, user or assistant, and `content`';
  const entries = [...readEntries(list, known, readable, report)];
  entries.sort((a, b) => (asNumber(a['index']) ?? 0) - (asNumber(b['index']) ?? 0));
  return entries.map((entry, index) =>
    readMessage(entry, asText(entry['id']) ?? `stored${index}`, index === entries.length - 1),
  );
}

const known = (entry: JsonRecord): JsonRecord | undefined =>
  typeof (entry['origin'] ?? entry['role']) === 'string' ? entry : undefined;

function readMessage(entry: JsonRecord, id: string, last: boolean): MessageItem {
  const isUser = (entry['origin'] ?? entry['role']) === 'user';
  const item = isUser ? readQuestion(entry, id) : readAnswer(entry, id, last);
  return {...item, ...defined({createdAt: isoOf(entry['create_time'])})};
}

function readQuestion(entry: JsonRecord, id: string): MessageItem {
  const content = parsed(entry['content']);
  const {text, context} = withoutContext(asText(content['text']) ?? '');
  const files = [
    ...asRecords(content['temp_file'] ?? content['temp_files']),
    ...asRecords(content['selected_files']),
  ];
  const settled = {status: 'done', children: []} as const;
  const children: Item[] = [
    {...settled, id: `${id}.text`, kind: 'text', text},
    ...files.map((file, index): Item => {
      const path = asText(file['file_name']);
      const documentId = asText(file['id']) ?? path ?? '';
      const name = asText(file['name']) ?? path?.split('/').at(-1) ?? documentId;
      return {...settled, id: `${id}.file${index}`, kind: 'file', name, documentId};
    }),
  ];
  return {
    id,
    kind: 'message',
    role: 'user',
    status: 'done',
    children,
    messageId: id,
    ...defined({context}),
  };
}

function readAnswer(entry: JsonRecord, id: string, last: boolean): MessageItem {
  const {status} = entry;
  const open = last && status === 'processing';
  const {interrupt_info, ask, ...ext} = parsed(entry['ext']);
  const questions = open ? {interrupt_info, ask} : {};
  const message = {...entry, content: parsed(entry['content']), ext: {...ext, ...questions}};
  const asks = Boolean(questions.interrupt_info ?? questions.ask);
  const over: AishuTurn['over'] =
    status === 'cancelled' ? 'stopped' : open && !asks ? undefined : 'ended';
  const turn: AishuTurn = {
    messageId: id,
    message,
    ...defined({
      over,
      conversationId: asText(entry['conversation_id']),
      userMessageId: asText(entry['reply_id']),
      runId: asText(ext['agent_run_id']),
    }),
  };
  const error = status === 'failed' ? (ext['error'] ?? {error_code: 'unknown'}) : null;
  return new Projector(id).project({error}, turn);
}

/** Parses a field that is stored as JSON text, or as an object by some releases; it may be empty or truncated. */
function parsed(value: unknown): JsonRecord {
  return asRecord(typeof value === 'string' ? parseJson(value) : value);
}
