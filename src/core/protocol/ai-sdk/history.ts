import {isPart, isTool, readMessage, type UiMessage, type UiPart} from './record.js';
import {withResumeData} from './suspensions.js';
import {decisionOf} from './tool-items.js';
import {inlineFilesOf} from '../operations/inline-files.js';
import {NO_ERROR_TEXT} from '../page-tools/tool-result.js';
import {asRecord, asText, defined, isRecord} from '../../values.js';
import {NOT_RUN} from '../operations/sent-conversation.js';
import type {
  Conversation,
  Item,
  MessageItem,
  RequestAnswer,
  RequestItem,
  ToolItem,
} from '../../model/item.js';
import {toolOutput, walk} from '../../model/select.js';
import {isOpen} from '../../model/status.js';

/** The messages of a request: each as it was received, with the results of page tools and the answers of the user. */
export function historyOf({children}: Conversation): readonly UiMessage[] {
  const messages = children
    .filter(item => item.kind === 'message')
    .map(item => withoutEmptyEnd(recordOf(item)));
  return messages.filter(({role, parts}) => role !== 'assistant' || parts.length > 0);
}

/**
 * The messages of a request with a new message of the user. Calls of earlier answers that have no result get one,
 * because providers refuse a call without a result.
 */
export function settledHistoryOf(conversation: Conversation): readonly UiMessage[] {
  return historyOf(conversation).map(message =>
    message.role === 'assistant' ? withSettledCalls(message) : message,
  );
}

/** The messages of a request that continues the last answer: only what is open there stays open. */
export function continuedHistoryOf(conversation: Conversation): readonly UiMessage[] {
  const last = conversation.children.findLast(item => item.kind === 'message');
  const id = last && recordOf(last).id;
  return historyOf(conversation).map(message => {
    if (message.role !== 'assistant') return message;
    return withSettledCalls(message, message.id === id ? last : undefined);
  });
}

const withSettledCalls = (message: UiMessage, continued?: MessageItem): UiMessage => ({
  ...message,
  parts: message.parts.map(part => (continued && isOpenIn(continued, part) ? part : settled(part))),
});

/** Whether the server goes on with a call of an answer: it is open, or the user has decided about it. */
const isOpenIn = ({children}: MessageItem, {state, toolCallId}: UiPart): boolean =>
  state === 'approval-responded' ||
  children.some(
    item => item.kind === 'tool' && item.executionId === toolCallId && isOpen(item.status),
  );

/** Whether a part is content for the model, which an answer needs. */
const isContent = (part: UiPart): boolean =>
  isTool(part) ||
  /^(?:file|custom)$/.test(part.type) ||
  (part.type === 'text' && !!asText(part['text'])?.trim());

/**
 * An answer without the reasoning and the blank texts that no content follows, for example because the user has stopped it:
 * providers refuse them, and an answer that is empty. Sources and data of the application stay with an answer that has
 * content.
 */
function withoutEmptyEnd(message: UiMessage): UiMessage {
  if (message.role !== 'assistant') return message;
  const last = message.parts.findLastIndex(isContent);
  const parts = message.parts.filter(
    ({type}, at) => at <= last || (last >= 0 && !/^(?:reasoning|step-start|text)$/.test(type)),
  );
  return {...message, parts};
}

/**
 * The last answer with its calls settled, if the page has settled some that are still open in what it has received. A
 * server that keeps the conversation itself does not know of them.
 */
export function settledAnswer({children}: Conversation): UiMessage | undefined {
  const last = children.findLast(
    (item): item is MessageItem => item.kind === 'message' && item.role === 'assistant',
  );
  const received = last && readMessage(last.protocolData)?.parts.filter(isPart);
  if (!received) return undefined;
  const answer = withSettledCalls(recordOf(last));
  return answer.parts.some((part, at) => part !== received[at]) ? answer : undefined;
}

/** The record of a message. A message that was not received as one gets its files and texts. */
export function recordOf(item: MessageItem): UiMessage {
  const record = readMessage(item.protocolData);
  const {role, messageId = item.id} = item;
  if (!record) return {id: messageId, role, parts: [...filesOf(item), ...textsOf(item)]};
  const parts = record.parts.filter(isPart);
  const questions = [...walk(item)].filter(one => one.kind === 'request');
  // The id ends with the place of the part: servers use the ids of calls and of approvals again.
  const questionAt = (place: string): RequestItem | undefined =>
    questions.find(({id}) => id.endsWith(`.${place}`));
  return {
    ...record,
    id: record.id || messageId,
    parts: placed(
      parts.map((part, at) =>
        isTool(part)
          ? withResult(part, item, questionAt(`${at}.approval`))
          : withResumeData(part, parts, questionAt(`${at}.question`)),
      ),
      item,
    ),
  };
}

/** The record of a message that a stream continues: new parts are added behind those that are displayed. */
export function placedRecordOf(item: MessageItem): UiMessage {
  const record = recordOf(item);
  return readMessage(item.protocolData) ? record : {...record, parts: placed([], item)};
}

/** Items of an answer whose ids end with the places of their parts. */
const isPlaced = ({kind, id}: Item): boolean =>
  (kind === 'text' || kind === 'thinking' || kind === 'tool') && /\.\d+$/.test(id);

/**
 * The parts of an answer with what its record lacks, because a reload has interrupted it: only texts, at the places that
 * their ids contain. The last recorded text may have been continued.
 */
function placed(parts: readonly UiPart[], {children}: MessageItem): readonly UiPart[] {
  const all = [...parts];
  const last = parts.findLastIndex(({type}) => type === 'text');
  for (const child of children.filter(isPlaced)) {
    const place = placeOf(child.id);
    const text = child.kind === 'text' ? child.text : undefined;
    const known = place === last ? asText(parts[place]?.['text']) : undefined;
    const isContinued =
      child.status === 'interrupted' && known !== undefined && text?.startsWith(known) === true;
    if (place < parts.length && !isContinued) continue;
    while (all.length < place) all.push({type: 'step-start'});
    all[place] = text === undefined ? {type: 'step-start'} : {...all[place], type: 'text', text};
  }
  return all;
}

/** The place of the part that an item displays, which its id ends with. */
const placeOf = (id: string): number => Number(/\.(\d+)$/.exec(id)?.[1] ?? 0);

/** The part of a message before one of its items, whose id ends with the index of its part in the record. */
export function partBefore(message: MessageItem, item: Item): MessageItem {
  const children = message.children.slice(0, message.children.indexOf(item));
  const record = readMessage(message.protocolData);
  if (!record) return {...message, children};
  const parts = record.parts.slice(0, placeOf(item.id));
  // The stream begins with the start of its first step.
  while (parts.at(-1)?.type === 'step-start') parts.pop();
  return {...message, children, protocolData: {...record, parts}};
}

/** The files of the user, which are in the message itself. */
function filesOf({children}: {readonly children: readonly Item[]}): readonly UiPart[] {
  return inlineFilesOf(children).map(({name, mediaType, url}) => ({
    type: 'file',
    ...defined({mediaType}),
    filename: name,
    url,
  }));
}

function textsOf({children}: {readonly children: readonly Item[]}): readonly UiPart[] {
  return children.flatMap(child =>
    child.kind === 'text' && child.text !== '' ? [{type: 'text', text: child.text}] : [],
  );
}

/** A call with the result of the page and the answer of the user. */
function withResult(part: UiPart, message: MessageItem, question?: RequestItem): UiPart {
  const {state} = part;
  if (state === 'approval-requested') return withAnswer(part, question?.answer);
  if (state !== 'input-available' && state !== 'approval-responded') return part;
  // An earlier call with the same id has its result in its part.
  const call = message.children.findLast(
    (item): item is ToolItem =>
      item.kind === 'tool' && item.runsIn === 'page' && item.executionId === part['toolCallId'],
  );
  if (call?.status === 'done') {
    return {...part, state: 'output-available', output: toolOutput(call) ?? ''};
  }
  return call?.status === 'failed' ? failed(part, call.error ?? '') : part;
}

const withAnswer = (part: UiPart, answer: RequestAnswer | undefined): UiPart =>
  answer
    ? {
        ...part,
        state: 'approval-responded',
        approval: {...asRecord(part['approval']), ...decisionOf(answer)},
      }
    : part;

const failed = (part: UiPart, errorText: string): UiPart => ({
  ...part,
  state: 'output-error',
  errorText,
});

/** A call with a result; every other part is unchanged. */
function settled(part: UiPart): UiPart {
  const {state, approval, errorText} = part;
  if (!isTool(part)) return part;
  if (state === 'output-error' && !asText(errorText)?.trim()) return failed(part, NO_ERROR_TEXT);
  if (state === 'approval-requested' && isRecord(approval)) {
    const decision = {approved: false, reason: 'The user did not answer.'};
    return {...part, state: 'output-denied', approval: {...approval, ...decision}};
  }
  if (state === 'approval-responded' && asRecord(approval)['approved'] === false) {
    return {...part, state: 'output-denied'};
  }
  if (
    state === 'input-streaming' ||
    state === 'input-available' ||
    state === 'approval-responded'
  ) {
    return failed({...part, input: part['input'] ?? {}}, NOT_RUN);
  }
  return part;
}
