import {filesIn} from './content.js';
import {Messages} from './messages.js';
import {ItemTree} from './item-tree.js';
import {readMessages, textOf, type AgMessage, type TurnRecord} from './record.js';
import {applySnapshot} from './snapshot.js';
import {TurnWriter} from './turn-writer.js';
import {asRecord, asText, defined, type JsonRecord} from '../../values.js';
import {readEntries, readSessions} from '../operations/lists.js';
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
    entry => (readMessages([entry]).length > 0 ? entry : undefined),
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
  const tree = new ItemTree(id);
  tree.openMessage({role: 'user', messageId: id, protocolData: record});
  const text = textOf(record);
  if (text !== '') tree.open(`${id}.text`, 'text', {text}, {status: 'done'});
  filesIn(record['content']).forEach((file, index) => {
    tree.open(`${id}.file${index + 1}`, 'file', file, {status: 'done'});
  });
  tree.closeMessage('done');
  return itemOf(tree);
}

/** The answer that consists of messages; none if it displays nothing. */
function answerOf(turn: readonly AgMessage[]): readonly MessageItem[] {
  const id = turn.find(({role}) => role === 'assistant')?.id ?? turn[0]?.id;
  if (id === undefined) return [];
  const tree = new ItemTree(id);
  const messages = new Messages([]);
  const writer = new TurnWriter(messages, tree);
  tree.openMessage({role: 'assistant', messageId: id});
  applySnapshot(turn, messages, tree, writer);
  const record: TurnRecord = {messages: messages.list};
  tree.assignMessage({protocolData: record});
  tree.closeMessage('done');
  return tree.size > 0 ? [itemOf(tree)] : [];
}

function itemOf(tree: ItemTree): MessageItem {
  const [message] = reduce(emptyConversation, tree.take()).children;
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
