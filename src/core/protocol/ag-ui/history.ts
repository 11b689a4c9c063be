import {contentOf} from './content.js';
import {
  expiryOf,
  isPageCallOfAgno,
  isRefusal,
  LANGGRAPH,
  pageCallOf,
  payloadOf,
  permitsNothing,
  type Resume,
} from './interrupts.js';
import {
  callsOf,
  readMessages,
  readTurn,
  resultContent,
  textOf,
  type AgMessage,
  type Interrupt,
  type TurnRecord,
} from './record.js';
import {asText, keyOf} from '../../values.js';
import {freeId} from '../../free-id.js';
import {NOT_RUN, sentArguments, unrecordedText} from '../operations/sent-conversation.js';
import type {Conversation, MessageItem, ToolItem} from '../../model/item.js';
import {messagesOf} from '../../model/messages.js';
import {all, plainText, toolOutput} from '../../model/select.js';
import {jsonText} from '../../json.js';

/** The conversation in a request. */
export interface SentHistory {
  readonly messages: readonly AgMessage[];
  readonly state: unknown;
  /** The answers to the open interrupts. */
  readonly resume: readonly Resume[];
  /** The id of the last run, which the interrupts have paused. */
  readonly lastRun: string | undefined;
  /** The answer to an interrupt of LangGraph. */
  readonly command: {readonly resume: unknown} | undefined;
  /** The id of the session, if a server has named another one. */
  readonly session: string | undefined;
}

/**
 * The conversation as it is sent: each message as it was received, without activities, and with the results of page
 * tools. Open interrupts of the last answer are answered all together; without an answer of the user, as cancelled. A
 * permission ends with the answer that it was given for: the user has stopped that and written something else.
 */
export function historyOf(conversation: Conversation): SentHistory {
  const items = messagesOf(conversation);
  const turns = items.map(item =>
    item.role === 'assistant' ? readTurn(item.protocolData) : undefined,
  );
  const at = turns.findLastIndex(turn => turn !== undefined);
  const last = items[at];
  const {interrupts = []} = turns[at] ?? {};
  const asked = new Set(interrupts.map(({toolCallId}) => asText(toolCallId)));
  const messages = items.flatMap(item =>
    item.role === 'user'
      ? [userMessage(item)]
      : turnOf(item, item === last ? asked : none).messages,
  );
  const isContinued = at === items.length - 1;
  const answered = last
    ? interrupts.map((one, index) =>
        resumeOf(one, last, {isContinued, later: interrupts.slice(index + 1)}),
      )
    : [];
  return {
    messages: withResults(messages.filter(isSent)).map(asAccepted),
    state: turns.findLast(turn => turn?.state !== undefined)?.state,
    resume: answered.filter(({interruptId}) => interruptId !== LANGGRAPH),
    command: commandOf(interrupts, answered),
    lastRun: last?.runId,
    session: items.findLast(({sessionId}) => sessionId !== undefined)?.sessionId,
  };
}

/** Activities are only displayed, servers refuse instructions of a page, and providers an answer without content. */
const isSent = (message: AgMessage): boolean =>
  message.role === 'assistant'
    ? textOf(message).trim() !== '' || callsOf(message).length > 0
    : !/^(activity|system|developer)$/.test(message.role);

/**
 * Messages with each result directly behind its call, the last one of each: providers refuse any other. An id of a call may
 * come again, so a result belongs to the last call before it, or else to the first one after it.
 */
function withResults(messages: readonly AgMessage[]): readonly AgMessage[] {
  const holders = new Map<string, AgMessage>();
  const hold = (message: AgMessage): void => {
    for (const {id} of callsOf(message)) holders.set(id, message);
  };
  for (const message of [...messages].reverse()) hold(message);
  const results = new Map<AgMessage, Map<string, AgMessage>>();
  for (const message of messages) {
    hold(message);
    const call = keyOf(message['toolCallId']);
    const holder = message.role === 'tool' && holders.get(call);
    if (!holder) continue;
    const own = results.get(holder) ?? new Map<string, AgMessage>();
    results.set(holder, own.set(call, message));
  }
  return messages.flatMap(message =>
    message.role === 'tool' ? [] : [message, ...(results.get(message)?.values() ?? [])],
  );
}

/** A message with arguments of its calls, or the content of a result, that every server can read. */
function asAccepted(message: AgMessage): AgMessage {
  if (message.role === 'tool') return {...message, content: resultContent(message)};
  const calls = callsOf(message);
  if (calls.length === 0) return message;
  const toolCalls = calls.map(call => {
    const {name, arguments: text} = call.function;
    return {...call, function: {name, arguments: sentArguments(text)}};
  });
  return {...message, toolCalls};
}

const none: ReadonlySet<string | undefined> = new Set();

/**
 * The answer to the only interrupt of LangGraph, or the answers to several by their ids. Without ids, as some adapters send them,
 * the answers are a list; LangGraph itself reads none.
 */
function commandOf(
  interrupts: readonly Interrupt[],
  answers: readonly Resume[],
): SentHistory['command'] {
  const asked = interrupts.flatMap((one, at) =>
    one.id === LANGGRAPH ? [{id: asText(one['langGraphId']), answer: answers[at]}] : [],
  );
  const resolved = asked.flatMap(({id, answer}) =>
    answer?.status === 'resolved' ? [{id, payload: answer.payload}] : [],
  );
  const [first] = resolved;
  if (!first) return undefined;
  if (asked.length === 1) return {resume: first.payload};
  const ids = new Set(asked.map(({id}) => id));
  if (ids.size === asked.length && !ids.has(undefined)) {
    return {resume: Object.fromEntries(resolved.map(one => [one.id, one.payload]))};
  }
  return resolved.length < asked.length
    ? undefined
    : {resume: resolved.map(({payload}) => payload)};
}

/**
 * The record of an answer, with the results of page tools except those in `without`. What a reload has interrupted has only its
 * text.
 */
export function turnOf(
  item: MessageItem,
  without: ReadonlySet<string | undefined> = none,
): TurnRecord {
  const turn = readTurn(item.protocolData);
  if (!turn) {
    const content = plainText(item);
    const id = item.messageId ?? item.id;
    return {messages: content === '' ? [] : [{id, role: 'assistant', content}]};
  }
  const known = new Set(turn.messages.map(({toolCallId}) => toolCallId));
  const tools = all(item, 'tool');
  const messages: AgMessage[] = [];
  for (const message of turn.messages) {
    // Results follow the message of their call.
    const results = callsOf(message).flatMap(({id}) => {
      const tool = tools.find(({executionId}) => executionId === id);
      return tool && !known.has(id) && !without.has(id) ? resultOf(id, tool) : [];
    });
    messages.push(message, ...results);
  }
  const content = unrecordedText(item, turn.messages);
  if (content.trim() !== '') {
    const id = freeId(item.messageId ?? item.id, one => messages.some(other => other.id === one));
    messages.push({id, role: 'assistant', content});
  }
  return {...turn, messages};
}

function resultOf(toolCallId: string, {runsIn, status, output, error}: ToolItem): AgMessage[] {
  const result = {id: `${toolCallId}-result`, role: 'tool', toolCallId} as const;
  const isOfPage = runsIn === 'page';
  if (isOfPage && status === 'done') return [{...result, content: output}];
  if (status === 'done' || status === 'streaming' || status === 'waiting') return [];
  const text = (isOfPage && status === 'failed' ? error : undefined) ?? NOT_RUN;
  // Servers of older versions read only the content.
  return [{...result, content: text, error: text}];
}

function resumeOf(
  interrupt: Interrupt,
  message: MessageItem,
  {isContinued, later}: {readonly isContinued: boolean; readonly later: readonly Interrupt[]},
): Resume {
  const {id: interruptId} = interrupt;
  const cancelled = {interruptId, status: 'cancelled'} as const;
  const resolved = {interruptId, status: 'resolved'} as const;
  // Servers then take no answer.
  if (expiryOf(interrupt) <= Date.now()) return cancelled;
  const call = pageCallOf(interrupt);
  const tool = all(message, 'tool').find(({executionId}) => executionId === call);
  // A question that was asked again has an item for each time, and so have equal ones: the last items are those of this run.
  const questions = all(message, 'request').filter(({handle}) => isSame(handle, interrupt));
  const question = questions.at(-1 - later.filter(one => isSame(one, interrupt)).length);
  if (call !== undefined && tool) {
    const {status, error} = tool;
    const isOfAgno = isPageCallOfAgno(interrupt);
    // Agno takes `null` for a missing result.
    const payload = toolOutput(tool) ?? (isOfAgno ? '' : null);
    if (status === 'done') return {...resolved, payload};
    if (isOfAgno && status === 'failed' && error !== undefined) {
      return {...resolved, payload: '', metadata: {agno: {error}}};
    }
  }
  const answer = question?.answer;
  if (!answer || !(isContinued || permitsNothing(interrupt, answer))) return cancelled;
  const payload = payloadOf(interrupt, answer);
  const reason =
    payload === undefined || isRefusal(interrupt, answer) ? asText(answer.input) : undefined;
  const end = payload === undefined ? cancelled : {...resolved, payload};
  return reason === undefined ? end : {...end, metadata: {reason}};
}

/** Whether an interrupt is that of a question. Several may have the same id. */
const isSame = (handle: unknown, interrupt: Interrupt): boolean =>
  handle === interrupt || jsonText(handle) === jsonText(interrupt);

function userMessage(item: MessageItem): AgMessage {
  const [record] = readMessages([item.protocolData]);
  if (record?.role === 'user') return record;
  return {id: item.messageId ?? item.id, role: 'user', content: contentOf(item)};
}
