import {answerTo, takeFirst} from './approvals.js';
import {typeOf} from './events.js';
import {recordsOf} from './records.js';
import type {ResponseRecord} from './response.js';
import {isCallable, textOfPart} from './output-item.js';
import {inlineFilesOf} from '../operations/inline-files.js';
import {asRecord, asRecords, asText, defined, isRecord, type JsonRecord} from '../../values.js';
import {NOT_RUN, sentArguments, sentName, textOfItems} from '../operations/sent-conversation.js';
import type {WithTools} from '../types.js';
import type {
  Conversation,
  FileItem,
  MessageItem,
  RequestAnswer,
  RequestItem,
  ToolItem,
} from '../../model/item.js';
import {messagesOf} from '../../model/messages.js';
import {all} from '../../model/select.js';
import {parseJson, withoutHalfPairs} from '../../json.js';

/** Items of a conversation that belong together. */
export interface InputSegment {
  readonly items: readonly JsonRecord[];
  /** The id of the response that has these items as its output, if it has ended well, so that servers keep it. */
  readonly response?: string;
}

/** Calls whose result only a program of the server's operator could have given. */
const unanswerable = new Set([
  'shell_call',
  'local_shell_call',
  'apply_patch_call',
  'computer_call',
]);

/**
 * The conversation as input of the next request, in segments.
 *
 * @param tools The tools that the request offers.
 */
export function segmentsOf(
  conversation: Conversation,
  tools?: WithTools['tools'],
): readonly InputSegment[] {
  const messages = messagesOf(conversation);
  return messages.flatMap((item, index) =>
    item.role === 'user'
      ? userSegment(item)
      : answerSegments(item, {isContinued: index === messages.length - 1, tools}),
  );
}

/** A message of the user, with its files as data URLs. */
function userItem(text: string, files: readonly FileItem[] = []): JsonRecord {
  const attached = inlineFilesOf(files).map(({name, mediaType, url}) =>
    mediaType?.startsWith('image/')
      ? {type: 'input_image', image_url: url}
      : {type: 'input_file', filename: name, file_data: url},
  );
  if (attached.length === 0) return {role: 'user', content: text};
  const textParts = text === '' ? [] : [{type: 'input_text', text}];
  return {role: 'user', content: [...attached, ...textParts]};
}

function userSegment(item: MessageItem): readonly InputSegment[] {
  const files = item.children.filter((child): child is FileItem => child.kind === 'file');
  const text = textOfItems(item);
  return text.trim() === '' && files.length === 0 ? [] : [{items: [userItem(text, files)]}];
}

interface Asked {
  /** Whether the request continues this answer. */
  readonly isContinued: boolean;
  readonly tools: WithTools['tools'];
}

/** An answer: its responses, each followed by the results of its calls and the answers to its questions. */
function answerSegments(
  message: MessageItem,
  {isContinued, tools: offered}: Asked,
): readonly InputSegment[] {
  const records = recordsOf(message);
  const outputs = records.flatMap(({output}) => output);
  const tools = all(message, 'tool');
  const questions = all(message, 'request');
  return records.flatMap((record, index): readonly InputSegment[] => {
    // A later response has used the permissions of this one.
    const keepsPermissions =
      isContinued || records.slice(index + 1).some(({status}) => status === 'completed');
    const sent = sendable(record, outputs).map(item => asAccepted(item, offered));
    const results = sent.flatMap(
      (item): JsonRecord | readonly JsonRecord[] =>
        resultOf(item, {tools, questions, outputs, keepsPermissions}) ?? [],
    );
    const hasEnded = record.status === 'completed' || record.status === 'incomplete';
    if (!hasEnded) return saidSegment(textOf(record));
    return [{items: sent, response: record.id}, ...(results.length > 0 ? [{items: results}] : [])];
  });
}

/** The text of a response that was cut. Its other items are incomplete, or unknown to the server. */
const saidSegment = (text: string): readonly InputSegment[] =>
  text.trim() === '' ? [] : [{items: [{role: 'assistant', content: text}]}];

const textOf = ({output}: ResponseRecord): string =>
  output
    .filter(({type}) => type === 'message')
    .map(({content}) => asRecords(content).map(textOfPart).join(''))
    .filter(Boolean)
    .join('\n\n');

/**
 * The items that servers accept. They refuse calls without a result, results without a call, reasoning without the item
 * that it led to, and reasoning that they would have to find by its id but have not stored.
 */
function sendable(
  {output, status, store}: ResponseRecord,
  outputs: readonly JsonRecord[],
): readonly JsonRecord[] {
  const kept: JsonRecord[] = [];
  const isCut = status === 'incomplete';
  const isCall = (item: JsonRecord): boolean =>
    item['type'] === 'function_call'
      ? isCallable(item)
      : item['call_id'] !== undefined && !isResult(item);
  const isStray = (item: JsonRecord): boolean =>
    isResult(item) && !outputs.some(one => one['call_id'] === item['call_id'] && isCall(one));
  let isNextKept = false;
  for (const item of output.toReversed()) {
    const isKept: boolean =
      item['type'] === 'reasoning'
        ? isNextKept && (store !== false || isWholeReasoning(item))
        : isAccepted(item, outputs, isCut) && !isStray(item);
    if (isKept) kept.unshift(item);
    isNextKept = item['type'] === 'reasoning' ? isNextKept : isKept;
  }
  return kept;
}

/** Whether reasoning has its words, as local servers send them, or their encrypted form. */
const isWholeReasoning = ({encrypted_content: encrypted, content}: JsonRecord): boolean =>
  asText(encrypted) !== undefined || asRecords(content).length > 0;

/**
 * A call with a name and arguments that servers accept. One whose arguments are no JSON object gets an error as its
 * result, so that the model can try again.
 */
function asAccepted(item: JsonRecord, tools: WithTools['tools']): JsonRecord {
  const {type, name, arguments: input} = item;
  if (type !== 'function_call')
    return typeof input === 'string' ? {...item, arguments: withoutHalfPairs(input)} : item;
  return {
    ...item,
    name: sentName(asText(name) ?? '', tools),
    arguments: sentArguments(asText(input) ?? ''),
  };
}

function isAccepted(item: JsonRecord, outputs: readonly JsonRecord[], isCut: boolean): boolean {
  const {type} = item;
  if (type === 'function_call') {
    if (!isCallable(item)) return false;
    const isWhole = isRecord(parseJson(asText(item['arguments']) ?? '{}'));
    return hasOutput(item, outputs) || isWhole || !isCut;
  }
  return !unanswerable.has(asText(type) ?? '') || hasOutput(item, outputs);
}

const isResult = (item: JsonRecord): boolean => typeOf(item).endsWith('_call_output');

const hasOutput = (call: JsonRecord, outputs: readonly JsonRecord[]): boolean =>
  outputs.some(one => one['call_id'] === call['call_id'] && typeOf(one).endsWith('_output'));

interface Answer {
  /** Whether the permissions that the user gave still count. */
  readonly keepsPermissions: boolean;
  /** Its calls. An id may come again in a later response, so each call takes the next one. */
  readonly tools: ToolItem[];
  /** Its questions, of which the same is true. */
  readonly questions: RequestItem[];
  /** The output of all of its responses. */
  readonly outputs: readonly JsonRecord[];
}

/** The result of a call, or the answer to a question, that the server does not have. */
function resultOf(item: JsonRecord, answer: Answer): JsonRecord | undefined {
  const {type, id, call_id: call} = item;
  const {tools, questions, outputs} = answer;
  if (type === 'mcp_approval_request') {
    const question = takeFirst(
      questions,
      ({handle}) => asRecord(handle)['approvalRequestId'] === id,
    );
    return answerTo(item, outputs) ? undefined : approvalOf(answer, id, question?.answer);
  }
  if (hasOutput(item, outputs)) return undefined;
  if (type === 'custom_tool_call') {
    return {type: 'custom_tool_call_output', call_id: call, output: NOT_RUN};
  }
  return type === 'function_call'
    ? {type: 'function_call_output', call_id: call, output: outputOf(tools, call)}
    : undefined;
}

/** The result of a page tool. */
function outputOf(tools: ToolItem[], call: unknown): string {
  const tool = takeFirst(tools, ({executionId}) => executionId === call);
  if (tool?.status === 'done') return tool.output;
  return tool?.status === 'failed' ? `Error: ${tool.error ?? ''}` : NOT_RUN;
}

/**
 * The user's answer to the question whether a tool may be called. A text instead is the reason of a refusal. A permission
 * ends with the answer that it was given for: the user has stopped that and written something else.
 */
function approvalOf(
  {keepsPermissions}: Answer,
  id: unknown,
  answer: RequestAnswer | undefined,
): JsonRecord {
  const isAllowed = answer?.input === true;
  const refusal = answer
    ? (asText(answer.input) ?? asText(asRecord(answer.input)['reason']))
    : 'The user did not answer.';
  const reason = isAllowed ? NOT_RUN : refusal;
  const approve = isAllowed && keepsPermissions;
  return {
    type: 'mcp_approval_response',
    approval_request_id: id,
    approve,
    ...(!approve && defined({reason})),
  };
}
