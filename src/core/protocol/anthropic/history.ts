import {messageOf, type AnthropicBlock, type AnthropicMessage} from './events.js';
import {IN_TURN, PAUSES} from './notices.js';
import {asRecord, asRecords, asText, keyOf, type JsonRecord} from '../../values.js';
import {
  SentCallIds,
  sentName,
  textOfItems,
  unrecordedText,
} from '../operations/sent-conversation.js';
import type {WithTools} from '../types.js';
import type {Conversation, MessageItem} from '../../model/item.js';

/** One entry of a request's `messages`. */
export interface HistoryMessage {
  readonly role: 'user' | 'assistant';
  readonly content: string | readonly JsonRecord[];
}

/**
 * Creates the messages of the next request: complete blocks unchanged, and of an interrupted answer the blocks that the
 * API accepts. A refused turn is omitted together with its question.
 *
 * @param tools The tools that the request offers.
 */
export function historyOf(
  conversation: Conversation,
  tools?: WithTools['tools'],
): readonly HistoryMessage[] {
  const turns: HistoryMessage[] = [];
  const items = conversation.children.filter(item => item.kind === 'message');
  for (const item of items) {
    if (item.role === 'user') {
      const text = textOfItems(item);
      if (text.trim()) turns.push({role: 'user', content: text});
    } else if (item.stopReason === 'refusal') {
      if (turns.at(-1)?.role === 'user') turns.pop();
    } else {
      turns.push(...answerOf(item, item === items.at(-1)));
    }
  }
  return withCalls(withoutLastSpace(turns), tools);
}

/** The turns without blanks at the end of an answer that the model continues, which the API refuses. */
function withoutLastSpace(turns: readonly HistoryMessage[]): readonly HistoryMessage[] {
  const last = turns.at(-1);
  if (last?.role !== 'assistant') return turns;
  return [...turns.slice(0, -1), {...last, content: trimmedEnd(last.content)}];
}

function trimmedEnd(content: HistoryMessage['content']): HistoryMessage['content'] {
  if (typeof content === 'string') return content.trimEnd();
  const last = content.at(-1);
  const text = last?.['type'] === 'text' ? asText(last['text']) : undefined;
  return text === undefined ? content : [...content.slice(0, -1), {...last, text: text.trimEnd()}];
}

/** The turns with calls as the API accepts them: each with an id of its own, a valid name and an object as its input. */
function withCalls(
  turns: readonly HistoryMessage[],
  tools: WithTools['tools'],
): readonly HistoryMessage[] {
  const ids = new SentCallIds();
  const sent = (block: JsonRecord): JsonRecord => {
    const {id, name, tool_use_id: call, input} = block;
    const type = asText(block['type']) ?? '';
    const tool = toolOf(type);
    if (type.endsWith('tool_use'))
      return {
        ...block,
        id: ids.ofCall(asText(id) ?? '', tool),
        ...(tool === 'page' && {name: sentName(asText(name) ?? '', tools), input: asRecord(input)}),
      };
    return type.endsWith('tool_result')
      ? {...block, tool_use_id: ids.ofResult(asText(call) ?? '', tool)}
      : block;
  };
  return turns.map(({role, content}) => ({
    role,
    content: typeof content === 'string' ? content : content.map(sent),
  }));
}

/**
 * The container of the answer that a request continues, if that waits for results or goes on with the work of the API.
 * Programs in it wait for the results of page tools, and the API does not find it without its id. Other requests name none: it
 * may have expired, and the API would then refuse them.
 */
export function containerOf({children}: Conversation): string | undefined {
  const last = children.findLast(item => item.kind === 'message');
  const messages = last ? recordOf(last) : [];
  if (!IN_TURN.has(messages.at(-1)?.stop_reason)) return undefined;
  const container = messages
    .map(({container}) => asRecord(container))
    .findLast(({id}) => asText(id));
  // A date that cannot be read is none.
  const isOver = Date.parse(asText(container?.['expires_at']) ?? '') <= Date.now();
  return isOver ? undefined : asText(container?.['id']);
}

/** The messages of the API that an answer consists of. What a reload has interrupted has only its text. */
export function recordOf(item: MessageItem): readonly AnthropicMessage[] {
  const messages = asRecords(item.protocolData).map(messageOf);
  const text = messages.length === 0 ? textOfItems(item) : unrecordedText(item, messages);
  return text.trim() === ''
    ? messages
    : [...messages, messageOf({content: [{type: 'text', text}]})];
}

/**
 * The turns of an answer: one, or several with the results of page tools between them. `isContinued`: the request
 * continues this answer.
 */
function answerOf(item: MessageItem, isContinued: boolean): readonly HistoryMessage[] {
  if (item.protocolData === undefined) {
    const text = textOfItems(item);
    return text.trim() ? [{role: 'assistant', content: text}] : [];
  }
  const messages = recordOf(item).map(message => ({
    paused: PAUSES.has(message.stop_reason),
    blocks: message.content,
  }));
  const results = resultsOf(item);
  const turns: HistoryMessage[] = [];
  let assistantBlocks: readonly AnthropicBlock[] = [];
  const last = messages.at(-1);
  const isWaiting = last?.blocks.some(
    ({type, id}) => type === 'tool_use' && results.get(keyOf(id))?.some(Boolean),
  );
  const open = isContinued && (last?.paused === true || isWaiting === true);
  const ofApi = workOfApi(
    messages.flatMap(({blocks}) => blocks),
    open,
  );
  for (const {blocks} of messages) {
    // An id may come again in a later message, so each call takes the next result.
    const answers = new Map(
      blocks.flatMap(block => {
        const result =
          block.type === 'tool_use' ? results.get(keyOf(block['id']))?.shift() : undefined;
        return result && (open || !isOfOpenCall(block, ofApi)) ? [[block, result] as const] : [];
      }),
    );
    const answered = [...answers.values()];
    assistantBlocks = [
      ...assistantBlocks,
      ...blocks.filter(block => isSendable(block, {answers, ofApi})),
    ];
    if (answered.length === 0) continue;
    turns.push({role: 'assistant', content: assistantBlocks}, {role: 'user', content: answered});
    assistantBlocks = [];
  }
  assistantBlocks = withoutLastThoughts(assistantBlocks);
  return assistantBlocks.length > 0
    ? [...turns, {role: 'assistant', content: assistantBlocks}]
    : turns;
}

interface Sent {
  /** The results of page tools, by the block of the call. */
  readonly answers: ReadonlyMap<AnthropicBlock, JsonRecord>;
  /** The calls of the API's own tools, and their results. */
  readonly ofApi: ReadonlySet<AnthropicBlock>;
}

/** Whose tool a call or result is of. A result belongs only to a call of the same. */
function toolOf(type: string): 'page' | 'mcp' | 'api' {
  if (type === 'tool_use' || type === 'tool_result') return 'page';
  return type.startsWith('mcp_') ? 'mcp' : 'api';
}

/**
 * The calls of the API's own tools with their results, which follow them. With `open`, calls may lack a result: the request
 * continues an answer that was paused, or that waits for page tools.
 */
function workOfApi(blocks: readonly AnthropicBlock[], open: boolean): ReadonlySet<AnthropicBlock> {
  const work = new Set<AnthropicBlock>();
  const calls = new Map<string, AnthropicBlock>();
  for (const block of blocks) {
    const {type} = block;
    const tool = toolOf(type);
    const isCall = type.endsWith('_tool_use');
    const id = asText(block[isCall ? 'id' : 'tool_use_id']);
    if (tool === 'page' || id === undefined) continue;
    const key = `${tool} ${id}`;
    const call = calls.get(key);
    if (isCall) calls.set(key, block);
    else if (call && type.endsWith('_tool_result')) {
      work.add(call).add(block);
      calls.delete(key);
    }
  }
  return open ? new Set([...work, ...calls.values()]) : work;
}

/**
 * Whether the API accepts a block. It rejects blank texts, empty ids, reasoning without a signature, and calls and
 * results without each other.
 */
function isSendable(block: AnthropicBlock, {answers, ofApi}: Sent): boolean {
  const {type} = block;
  switch (type) {
    case 'text':
      return (asText(block['text']) ?? '').trim() !== '';
    case 'thinking':
      return asText(block['signature']) !== undefined;
    case 'tool_use':
      return answers.has(block);
    case 'tool_result':
      return false;
    default:
      return !/_tool_(?:use|result)$/.test(type) || ofApi.has(block);
  }
}

/** Whether a call was made by a program of the API that has no result. */
function isOfOpenCall({caller}: AnthropicBlock, ofApi: ReadonlySet<AnthropicBlock>): boolean {
  const program = asText(asRecord(caller)['tool_id']);
  return program !== undefined && ![...ofApi].some(({tool_use_id: id}) => id === program);
}

function withoutLastThoughts(blocks: readonly AnthropicBlock[]): readonly AnthropicBlock[] {
  const last = blocks.findLastIndex(({type}) => !type.endsWith('thinking'));
  return blocks.slice(0, last + 1);
}

/**
 * The results of page tools in the API's format, in the order of their calls, by the id of the call, which some servers leave
 * empty. A call that the page has not run has its place, too, so that another one with its id gets no wrong result.
 */
function resultsOf({children}: MessageItem): ReadonlyMap<string, (JsonRecord | undefined)[]> {
  const results = new Map<string, (JsonRecord | undefined)[]>();
  for (const child of children) {
    if (child.kind !== 'tool' || child.executionId === undefined) continue;
    const {status, executionId, error, output} = child;
    const hasRun = child.runsIn === 'page' && (status === 'done' || status === 'failed');
    const result = {
      type: 'tool_result',
      tool_use_id: executionId,
      content: error ?? output,
      ...(status === 'failed' && {is_error: true}),
    };
    const known = results.get(executionId) ?? [];
    results.set(executionId, [...known, hasRun ? result : undefined]);
  }
  return results;
}
