import {filesIn} from './content.js';
import {Messages} from './messages.js';
import {Outline} from './outline.js';
import {isMessage, readMessages, textOf, type AgMessage, type TurnRecord} from './record.js';
import {applySnapshot} from './snapshot.js';
import {TurnWriter} from './turn-writer.js';
import {asRecord, asText, defined, type JsonRecord} from '../../values.js';
import {readEntries, readSessions} from '../lists.js';
import type {SessionInfo, SessionPage} from '../session-types.js';
import type {ReportEntry} from '../types.js';
import {emptyConversation, type MessageItem} from '../../model/item.js';
import {reduce} from '../../model/reduce.js';

/** The messages in the response of a server: each one of the user, and everything up to the next one as its answer. */
export function readStored(list: readonly unknown[], report?: ReportEntry): readonly MessageItem[] {
  const items: MessageItem[] = [];
  let turn: AgMessage[] = [];
  const close = (): void => {
    items.push(...answerOf(turn));
    turn = [];
  };
  const expected = 'in each message the `role` of AG-UI, such as user or assistant';
  const known = readEntries(
    list,
    entry => (isMessage(entry) ? entry : undefined),
    expected,
    report,
  );
  for (const message of readMessages(known)) {
    if (message.role === 'user') {
      close();
      items.push(userItem(message));
    } else if (message.role !== 'system' && message.role !== 'developer') turn.push(message);
  }
  close();
  return items;
}

function userItem(record: AgMessage): MessageItem {
  const {id} = record;
  const outline = new Outline(id);
  outline.openMessage({role: 'user', messageId: id, protocolData: record});
  const text = textOf(record);
  if (text !== '') outline.open(`${id}.text`, 'text', {text}, {status: 'done'});
  filesIn(record['content']).forEach((file, index) => {
    outline.open(`${id}.file${index + 1}`, 'file', file, {status: 'done'});
  });
  outline.closeMessage('done');
  return itemOf(outline);
}

/** The answer that consists of messages; none if it displays nothing. */
function answerOf(turn: readonly AgMessage[]): readonly MessageItem[] {
  const id = turn.find(({role}) => role === 'assistant')?.id ?? turn[0]?.id;
  if (id === undefined) return [];
  const outline = new Outline(id);
  const messages = new Messages([]);
  const writer = new TurnWriter(id, messages, outline);
  outline.openMessage({role: 'assistant', messageId: id});
  applySnapshot(turn, messages, outline, writer);
  const record: TurnRecord = {messages: messages.list};
  outline.assignMessage({protocolData: record});
  outline.closeMessage('done');
  return outline.size > 0 ? [itemOf(outline)] : [];
}

function itemOf(outline: Outline): MessageItem {
  const [message] = reduce(emptyConversation, outline.take()).children;
  if (message?.kind === 'message') return message;
  throw new TypeError('The message has no id.');
}

/** The threads in the response of CopilotKit's runtime. */
export function readThreads(list: readonly unknown[], report?: ReportEntry): SessionPage {
  const shown = list.filter(thread => asRecord(thread)['archived'] !== true);
  return {sessions: readSessions(shown, readThread, report), more: false};
}

function readThread({id, name, createdAt, updatedAt}: JsonRecord): SessionInfo {
  const facts = {title: asText(name), createdAt: asText(createdAt), updatedAt: asText(updatedAt)};
  return {id: asText(id) ?? '', ...defined(facts)};
}
