import type {DiagnosticCode} from '../diagnostics.js';
import {asText, idOf, isRecord, keyOf, type JsonRecord} from '../../values.js';
import {bareErrorText} from '../operations/read-error.js';
import {parseReceived} from '../../json.js';
import type {Frame} from '../../sse/frame.js';

/** The fields of chunks about a call. `fields` is the whole chunk; unknown fields are ignored. */
interface ToolChunk<T extends string> {
  readonly type: T;
  readonly call: string;
  readonly fields: JsonRecord;
}

interface TextChunk<T extends string> {
  readonly type: T;
  readonly id: string;
  readonly fields: JsonRecord;
}

interface PlainChunk<T extends string> {
  readonly type: T;
  readonly fields: JsonRecord;
}

/** A chunk of the stream: one JSON object. Those that only differ in their fields share a type here. */
export type Chunk =
  | PlainChunk<
      | 'start'
      | 'start-step'
      | 'finish-step'
      | 'reset-step'
      | 'finish'
      | 'abort'
      | 'error'
      | 'message-metadata'
      | 'source-url'
      | 'source-document'
      | 'file'
      | 'reasoning-file'
      | 'custom'
      | 'steering-message'
    >
  | TextChunk<
      | 'text-start'
      | 'text-delta'
      | 'text-end'
      | 'reasoning-start'
      | 'reasoning-delta'
      | 'reasoning-end'
    >
  | ToolChunk<
      | 'tool-input-start'
      | 'tool-input-delta'
      | 'tool-input-available'
      | 'tool-input-error'
      | 'tool-approval-request'
      | 'tool-output-available'
      | 'tool-output-error'
      | 'tool-output-denied'
    >
  | {
      readonly type: 'tool-approval-response';
      readonly approval: string;
      readonly fields: JsonRecord;
    }
  | {readonly type: 'data'; readonly name: string; readonly fields: JsonRecord}
  | {readonly type: 'unreadable'; readonly code: DiagnosticCode; readonly why: string};

const DATA = 'data-';

/** Reads the chunk of a frame; `undefined` for the `[DONE]` at the end. */
export function readChunk({data}: Frame): Chunk | undefined {
  if (data.trim() === '[DONE]' || data === '') return undefined;
  const fields = parseReceived(data);
  const type = isRecord(fields) ? asText(fields['type']) : undefined;
  const bareError = bareErrorText(fields);
  if (bareError !== undefined) return {type: 'error', fields: {errorText: bareError}};
  if (!isRecord(fields) || type === undefined) {
    return unreadable('frame-unreadable', 'The frame is not a JSON object with a type.');
  }
  if (type.startsWith(DATA)) return {type: 'data', name: type.slice(DATA.length), fields};
  switch (type) {
    case 'start':
    case 'start-step':
    case 'finish-step':
    case 'reset-step':
    case 'finish':
    case 'abort':
    case 'error':
    case 'message-metadata':
    case 'source-url':
    case 'source-document':
    case 'file':
    case 'reasoning-file':
    case 'custom':
    case 'steering-message':
      return {type, fields};
    case 'text-start':
    case 'text-delta':
    case 'text-end':
    case 'reasoning-start':
    case 'reasoning-delta':
    case 'reasoning-end':
      // A server that forgets the id has one part at a time.
      return {type, id: keyOf(fields['id']), fields};
    case 'tool-approval-response': {
      const approval = idOf(fields['approvalId']);
      return approval === undefined ? nameless(type) : {type, approval, fields};
    }
    case 'tool-input-start':
    case 'tool-input-delta':
    case 'tool-input-available':
    case 'tool-input-error':
    case 'tool-approval-request':
    case 'tool-output-available':
    case 'tool-output-error':
    case 'tool-output-denied': {
      const call = idOf(fields['toolCallId']);
      return call === undefined ? nameless(type) : {type, call, fields};
    }
    default:
      return unreadable('event-unknown', `The chunk type ${type} is unknown.`);
  }
}

function nameless(type: string): Chunk {
  return unreadable('frame-unreadable', `${type} has no id.`);
}

function unreadable(code: DiagnosticCode, why: string): Chunk {
  return {type: 'unreadable', code, why};
}
