import type {ChatMessage} from './completion.js';
import {inlineFilesOf, type InlineFile} from '../operations/inline-files.js';
import {asRecord, asRecords, asText, type JsonRecord} from '../../values.js';
import {NOT_RUN, sentName, textOfItems, unrecordedText} from '../operations/sent-conversation.js';
import type {WithTools} from '../types.js';
import type {Conversation, MessageItem, ToolItem} from '../../model/item.js';

/**
 * The messages of a request. Answers are sent back as they were received, with the results of page tools after their
 * calls. Servers refuse a call without a result, so a call that the page did not run gets one that says so, and a call
 * that the server has run is left out, as is a result without its call. Adjacent messages of the user are joined, and
 * those of an answer without a result between them, because many models accept none.
 *
 * @param tools The tools that the request offers.
 */
export function historyOf(
  {children}: Conversation,
  tools?: WithTools['tools'],
): readonly ChatMessage[] {
  const messages: ChatMessage[] = [];
  for (const item of children) {
    if (item.kind !== 'message') continue;
    if (item.role === 'assistant')
      for (const one of answerOf(item, tools)) addAnswer(messages, one);
    else addUser(messages, contentOf(item));
  }
  return messages;
}

type Content = string | readonly JsonRecord[];

function addUser(messages: ChatMessage[], content: Content): void {
  if (content.length === 0) return;
  const last = messages.at(-1);
  if (last?.role !== 'user') messages.push({role: 'user', content});
  else {
    const before = last['content'] as Content;
    messages[messages.length - 1] = {role: 'user', content: joined(before, content)};
  }
}

/** Adds a completion, or appends it to the one before: its calls were left out, or its stream has gone on after its end. */
function addAnswer(messages: ChatMessage[], message: ChatMessage): void {
  const last = messages.at(-1);
  const isJoined =
    message.role === 'assistant' &&
    last?.role === 'assistant' &&
    last['tool_calls'] === undefined &&
    last['function_call'] === undefined;
  if (isJoined) messages[messages.length - 1] = joinedAnswers(last, message);
  else messages.push(message);
}

/** Two completions as one, with the text and the reasoning of both. */
function joinedAnswers(first: ChatMessage, second: ChatMessage): ChatMessage {
  const both = Object.entries(second).map(([name, after]) => {
    const before = first[name];
    const isOfBoth = name === 'content' || name.startsWith('reasoning');
    const value = isOfBoth && isContent(before) && isContent(after) ? joined(before, after) : after;
    return [name, value] as const;
  });
  const kept = second['content'] === null ? {content: first['content']} : {};
  return {...first, ...Object.fromEntries(both), ...kept, role: 'assistant'};
}

const isContent = (value: unknown): value is Content =>
  typeof value === 'string' || Array.isArray(value);

function joined(before: Content, after: Content): Content {
  if (typeof before !== 'string' || typeof after !== 'string')
    return [...partsOf(before), ...partsOf(after)];
  const isSpaced = /\s$/.test(before) || /^\s/.test(after);
  return `${before}${isSpaced ? '' : '\n\n'}${after}`;
}

const partsOf = (content: Content): readonly JsonRecord[] =>
  typeof content === 'string' ? [{type: 'text', text: content}] : content;

/** The content of a message of the user: its text, or parts if it has files. */
function contentOf(item: MessageItem): Content {
  const text = textOfItems(item);
  const files = inlineFilesOf(item.children).map(fileOf);
  if (files.length === 0) return text;
  return [...files, ...(text === '' ? [] : partsOf(text))];
}

/** A file that is in the message itself. */
function fileOf({name, url}: InlineFile): JsonRecord {
  const [, type = '', data = ''] = /^data:([^;,]*)[^,]*;base64,(.*)$/s.exec(url) ?? [];
  if (type.startsWith('image/')) return {type: 'image_url', image_url: {url}};
  const format = /^audio\/(?:x-)?(wav|mp3|mpeg)$/.exec(type)?.[1]?.replace('mpeg', 'mp3');
  if (format !== undefined) return {type: 'input_audio', input_audio: {data, format}};
  return {type: 'file', file: {filename: name, file_data: url}};
}

/** The messages of an answer as they were received. What a reload has interrupted has only its text. */
export function recordOf(item: MessageItem): readonly ChatMessage[] {
  const records = asRecords(item.protocolData).filter(isMessage);
  const text = records.length === 0 ? textOfItems(item) : unrecordedText(item, records);
  return text.trim() === '' ? records : [...records, {role: 'assistant', content: text}];
}

const isMessage = (value: JsonRecord): value is ChatMessage => asText(value['role']) !== undefined;

/** The messages of an answer in a request. Some servers count the ids of calls anew in each completion. */
function answerOf(item: MessageItem, tools: WithTools['tools']): readonly ChatMessage[] {
  const results = new Results(item);
  const messages: ChatMessage[] = [];
  const records = recordOf(item);
  records.forEach((record, at) => {
    if (record.role === 'tool') return;
    const end = records.findIndex(({role}, place) => place > at && role !== 'tool');
    const received = records.slice(at + 1, end < 0 ? undefined : end);
    messages.push(...completionOf(record, {results, received, tools}));
  });
  return messages;
}

interface Answer {
  /** The results of the page. */
  readonly results: Results;
  /** The results that the server has sent after the completion. */
  readonly received: ChatMessage[];
  readonly tools: WithTools['tools'];
}

/** One completion with the results of its calls. Services refuse a text without words, and names that are invented. */
function completionOf(
  {tool_calls: calls, function_call: legacy, refusal, content: said, ...record}: JsonRecord,
  {results, received, tools}: Answer,
): readonly ChatMessage[] {
  const kept: JsonRecord[] = [];
  const answers: ChatMessage[] = [];
  for (const call of asRecords(calls)) {
    const {id} = call;
    const content = results.take(asText(id));
    const ofPage = content === undefined ? undefined : {role: 'tool', tool_call_id: id, content};
    const place = received.findIndex(record => record['tool_call_id'] === id);
    const answer = place < 0 ? ofPage : received.splice(place, 1)[0];
    if (!answer) continue;
    kept.push(renamed(call, tools));
    answers.push(answer);
  }
  const invoked = asText(asRecord(legacy)['name']);
  const name = invoked === undefined ? undefined : sentName(invoked, tools);
  const result = name === undefined ? undefined : results.take('');
  if (result !== undefined) answers.push({role: 'function', name, content: result});
  const message = {
    ...record,
    role: 'assistant',
    content: hasNoText(said) ? (refusal ?? null) : said,
    ...(kept.length > 0 && {tool_calls: kept}),
    ...(result !== undefined && {function_call: {...asRecord(legacy), name}}),
  };
  return message.content === null && answers.length + kept.length === 0
    ? []
    : [message, ...answers];
}

const hasNoText = (content: unknown): boolean =>
  typeof content === 'string' ? content.trim() === '' : content == null;

/** A call for the page with a name that services accept. */
function renamed(call: JsonRecord, tools: WithTools['tools']): JsonRecord {
  const kind = call['type'] === 'custom' ? 'custom' : 'function';
  const called = asRecord(call[kind]);
  return {...call, [kind]: {...called, name: sentName(asText(called['name']) ?? '', tools)}};
}

/** The results of the page, in the order of their calls: ids may come again in a later completion. */
class Results {
  readonly #calls: ToolItem[];

  constructor({children}: MessageItem) {
    this.#calls = children.filter(child => child.kind === 'tool');
  }

  /** The result of the next call with an id; `undefined` if it is not one of the page. */
  take(id = ''): string | undefined {
    const at = this.#calls.findIndex(({executionId = ''}) => executionId === id);
    const [call] = at < 0 ? [] : this.#calls.splice(at, 1);
    if (call?.runsIn !== 'page') return undefined;
    if (call.status === 'done') return call.output;
    return call.status === 'failed' ? (call.error ?? '') : NOT_RUN;
  }
}
