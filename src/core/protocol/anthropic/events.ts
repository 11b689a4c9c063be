import type {DiagnosticCode} from '../diagnostics.js';
import {bareErrorText} from '../operations/read-error.js';
import {parseReceived} from '../../json.js';
import type {Frame} from '../../sse/frame.js';
import {isRecord, asRecord, asText, type JsonRecord, numericOf, textOrType} from '../../values.js';

/** A content block of the API. Unknown fields are kept. */
export interface AnthropicBlock {
  readonly type: string;
  readonly [field: string]: unknown;
}

/** The Message object of the API. Unknown fields are kept. */
export interface AnthropicMessage {
  readonly id: string;
  readonly content: readonly AnthropicBlock[];
  readonly stop_reason: string | null;
  readonly [field: string]: unknown;
}

/** The error of an `error` event, or of the body of a rejected request. */
export interface AnthropicError {
  readonly type: string;
  readonly message: string;
}

export type AnthropicEvent =
  | {readonly type: 'message_start'; readonly message: AnthropicMessage}
  | {readonly type: 'content_block_start'; readonly index: number; readonly block: AnthropicBlock}
  | {readonly type: 'content_block_delta'; readonly index: number; readonly delta: JsonRecord}
  | {readonly type: 'content_block_stop'; readonly index: number}
  | {readonly type: 'message_delta'; readonly changes: JsonRecord; readonly usage: JsonRecord}
  | {readonly type: 'message_stop'}
  | {readonly type: 'error'; readonly error: AnthropicError}
  | {readonly type: 'unreadable'; readonly code: DiagnosticCode; readonly why: string};

/** Maximum index of a block. A greater one is an error and must not allocate memory. */
const MAX_INDEX = 100_000;

/**
 * Reads the event of a frame; `undefined` for a ping or a gateway's `[DONE]`. The type in the JSON takes precedence
 * over the event name of the frame.
 */
export function readEvent(frame: Frame): AnthropicEvent | undefined {
  const event = parseReceived(frame.data);
  if (!isRecord(event)) return readBroken(frame);
  const type = asText(event['type']) ?? frame.event;
  const bareError = type === undefined ? bareErrorText(event) : undefined;
  if (bareError !== undefined) return {type: 'error', error: errorOf({message: bareError})};
  switch (type) {
    case 'ping':
      return undefined;
    case 'message_start':
      return {type, message: messageOf(event['message'])};
    case 'message_delta':
      return {type, changes: changesOf(event), usage: asRecord(event['usage'])};
    case 'message_stop':
      return {type};
    case 'error':
      return {type, error: errorOf(event['error'])};
    case 'content_block_start':
    case 'content_block_delta':
    case 'content_block_stop':
      return readBlockEvent(type, event);
    default:
      return unreadable('event-unknown', `The event type ${textOrType(type)} is unknown.`);
  }
}

function readBlockEvent(
  type: 'content_block_start' | 'content_block_delta' | 'content_block_stop',
  event: JsonRecord,
): AnthropicEvent {
  // Without an index, a start begins the next block, and all others belong to the newest one.
  const index = numericOf(event['index'] ?? 0);
  if (index === undefined || !Number.isInteger(index) || index < 0 || index > MAX_INDEX) {
    return unreadable('frame-unreadable', `${type} has no valid index.`);
  }
  if (type === 'content_block_stop') return {type, index};
  if (type === 'content_block_delta') return {type, index, delta: asRecord(event['delta'])};
  const block = blockOf(event['content_block']);
  return block === undefined
    ? unreadable('frame-unreadable', 'content_block_start has no block.')
    : {type, index, block};
}

function readBroken({event, data}: Frame): AnthropicEvent | undefined {
  if (data.trim() === '[DONE]') return undefined;
  if (event === 'error') return {type: 'error', error: {type: 'api_error', message: data}};
  return unreadable('frame-unreadable', 'The frame is not a JSON object.');
}

function unreadable(code: DiagnosticCode, why: string): AnthropicEvent {
  return {type: 'unreadable', code, why};
}

export function messageOf(value: unknown): AnthropicMessage {
  const message = asRecord(value);
  const content = Array.isArray(message['content']) ? message['content'] : [];
  return {
    ...message,
    id: asText(message['id']) ?? '',
    content: content.map(blockOf).filter(block => block !== undefined),
    stop_reason: asText(message['stop_reason']) ?? null,
  };
}

function blockOf(value: unknown): AnthropicBlock | undefined {
  const block = asRecord(value);
  const type = asText(block['type']);
  return type === undefined ? undefined : {...block, type};
}

/** The changes of an event: the fields of `delta`, and fields of the message next to it. */
function changesOf(event: JsonRecord): JsonRecord {
  const beside = event['context_management'];
  return {...asRecord(event['delta']), ...(beside != null && {context_management: beside})};
}

/** Reads the inner object of an error envelope. Missing fields get defaults, so that an error always has a type. */
export function errorOf(value: unknown): AnthropicError {
  const error = asRecord(value);
  return {type: asText(error['type']) ?? 'api_error', message: asText(error['message']) ?? ''};
}
