import {asNumber, asRecord, asText, isRecord, type JsonRecord} from '../../values.js';
import type {DiagnosticCode} from '../diagnostics.js';
import {bareErrorText} from '../operations/read-error.js';
import {parseReceived} from '../../json.js';
import type {Frame} from '../../sse/frame.js';

/** A field of an output item that grows: `<event>.delta` appends to it, and `<event>.done` replaces it. */
export interface GrowingField {
  /** The type of the item that has the field. */
  readonly item: string;
  /** The list that the text is in, for items with parts. Without it, `field` is a field of the item itself. */
  readonly list?: 'content' | 'summary';
  /** The type of the part. */
  readonly part?: string;
  readonly field: string;
}

const text = (field: string, part: string): GrowingField => ({
  item: 'message',
  list: 'content',
  part,
  field,
});

const rawReasoning: GrowingField = {
  item: 'reasoning',
  list: 'content',
  part: 'reasoning_text',
  field: 'text',
};
const summary: GrowingField = {
  item: 'reasoning',
  list: 'summary',
  part: 'summary_text',
  field: 'text',
};

/** The fields by the names of their events, without `response.`. */
const growing: Readonly<Record<string, GrowingField>> = {
  output_text: text('text', 'output_text'),
  refusal: text('refusal', 'refusal'),
  'audio.transcript': text('transcript', 'output_audio'),
  reasoning_text: rawReasoning,
  reasoning: rawReasoning,
  reasoning_summary_text: summary,
  reasoning_summary: summary,
  function_call_arguments: {item: 'function_call', field: 'arguments'},
  mcp_call_arguments: {item: 'mcp_call', field: 'arguments'},
  custom_tool_call_input: {item: 'custom_tool_call', field: 'input'},
  code_interpreter_call_code: {item: 'code_interpreter_call', field: 'code'},
};

/** Where an event belongs: every part is optional, because servers omit each of them. */
export interface Place {
  readonly index: number | undefined;
  readonly id: string | undefined;
  /** The type of the item that the event implies. */
  readonly type: string;
}

/** The meaning of a frame. `fields` is the whole event; unknown fields are ignored. */
export type ResponsesEvent =
  | {readonly type: 'begin'; readonly response: JsonRecord}
  | {readonly type: 'head'; readonly response: JsonRecord}
  | {readonly type: 'end'; readonly status: string; readonly response: JsonRecord}
  | {readonly type: 'error'; readonly error: JsonRecord}
  /** The `[DONE]` at the end of the body. */
  | {readonly type: 'over'}
  | {readonly type: 'added' | 'done'; readonly place: Place; readonly item: JsonRecord}
  | {
      readonly type: 'part';
      readonly place: Place;
      readonly list: 'content' | 'summary';
      readonly isDone: boolean;
      readonly fields: JsonRecord;
    }
  | {
      readonly type: 'grow' | 'replace';
      readonly place: Place;
      readonly into: GrowingField;
      readonly fields: JsonRecord;
    }
  | {readonly type: 'annotation'; readonly place: Place; readonly fields: JsonRecord}
  | {
      readonly type: 'command' | 'output' | 'diff';
      readonly verb: string;
      readonly place: Place;
      readonly fields: JsonRecord;
    }
  | {readonly type: 'phase'; readonly place: Place; readonly phase: string}
  | {readonly type: 'unreadable'; readonly code: DiagnosticCode; readonly why: string};

/** An event with its number in the stream of its response. */
export interface NumberedEvent {
  readonly event: ResponsesEvent;
  readonly number: number | undefined;
}

/** Reads the event of a frame; `undefined` for a keep-alive. */
export function readEvent(frame: Frame): NumberedEvent | undefined {
  const data = frame.data.trim();
  const value = parseReceived(data);
  const fields = asRecord(value);
  const type = asText(fields['type']) ?? asText(frame.event) ?? '';
  if (data === '' || type === 'keepalive' || type === 'ping') return undefined;
  return {
    event: meaningOf(type, isRecord(value) ? value : data),
    number: asNumber(fields['sequence_number']),
  };
}

function meaningOf(type: string, value: JsonRecord | string): ResponsesEvent {
  if (value === '[DONE]') return {type: 'over'};
  if (typeof value !== 'string') {
    if (isFailure(type, value)) return {type: 'error', error: errorOf(value)};
    const bareError = type === '' ? bareErrorText(value) : undefined;
    return bareError !== undefined
      ? {type: 'error', error: {message: bareError}}
      : eventOf(type.replace(/^response\./, ''), value);
  }
  return type === 'error'
    ? {type, error: {message: value}}
    : unreadable('frame-unreadable', 'Not a JSON object.');
}

const unreadable = (code: DiagnosticCode, why: string): ResponsesEvent => ({
  type: 'unreadable',
  code,
  why,
});

/** Whether an event says that the whole response has failed. */
function isFailure(type: string, {error}: JsonRecord): boolean {
  if (type === 'error' || type === 'response.error') return true;
  return !type.startsWith('response.') && (isRecord(error) || asText(error) !== undefined);
}

/** The error of an event, which is documented flat and sent nested. */
function errorOf(event: JsonRecord): JsonRecord {
  const {error} = event;
  if (isRecord(error)) return error;
  const message = asText(error);
  return message === undefined ? event : {...event, message};
}

const END = new Set(['completed', 'incomplete', 'failed', 'cancelled']);

function eventOf(name: string, fields: JsonRecord): ResponsesEvent {
  const response = asRecord(fields['response']);
  if (name === 'created') return {type: 'begin', response};
  if (name === 'queued' || name === 'in_progress') return {type: 'head', response};
  if (END.has(name)) return {type: 'end', status: name, response};
  // Gateways send it for the end, alone or after the documented event.
  if (name === 'done')
    return {type: 'end', status: asText(response['status']) ?? 'completed', response};
  const at = name.lastIndexOf('.');
  const base = name.slice(0, at);
  const verb = name.slice(at + 1);
  const known = at < 0 ? undefined : itemEvent(base, verb, fields);
  return known ?? unreadable('event-unknown', `${name} is unknown.`);
}

function itemEvent(base: string, verb: string, fields: JsonRecord): ResponsesEvent | undefined {
  if (base === 'output_item' && (verb === 'added' || verb === 'done')) {
    const item = asRecord(fields['item']);
    return {type: verb, place: placeOf(fields, typeOf(item), item), item};
  }
  // The parts of reasoning have a name of their own with vLLM.
  if (base === 'content_part' || base === 'reasoning_part' || base === 'reasoning_summary_part') {
    const isSummary = base === 'reasoning_summary_part';
    const {type} = asRecord(fields['part']);
    const isReasoning = base !== 'content_part' || type === 'reasoning_text';
    const item = isReasoning ? 'reasoning' : 'message';
    const list = isSummary ? 'summary' : 'content';
    return {type: 'part', list, isDone: verb === 'done', place: placeOf(fields, item), fields};
  }
  if (base === 'output_text.annotation' || base === 'output_text_annotation') {
    return {type: 'annotation', place: placeOf(fields, 'message'), fields};
  }
  return growthEvent(base, verb, fields) ?? toolEvent(base, verb, fields);
}

function growthEvent(base: string, verb: string, fields: JsonRecord): ResponsesEvent | undefined {
  const into = Object.hasOwn(growing, base) ? growing[base] : undefined;
  if (!into || (verb !== 'delta' && verb !== 'done')) return undefined;
  const type = verb === 'delta' ? 'grow' : 'replace';
  return {type, into, place: placeOf(fields, into.item), fields};
}

function toolEvent(base: string, verb: string, fields: JsonRecord): ResponsesEvent | undefined {
  switch (base) {
    case 'shell_call_command':
      return {type: 'command', verb, place: placeOf(fields, 'shell_call'), fields};
    case 'shell_call_output_content':
      return {type: 'output', verb, place: placeOf(fields, 'shell_call_output'), fields};
    case 'apply_patch_call_operation_diff':
      return {type: 'diff', verb, place: placeOf(fields, 'apply_patch_call'), fields};
    default:
      return /_call$|^mcp_list_tools$|^compaction$/.test(base)
        ? {type: 'phase', phase: verb, place: placeOf(fields, base)}
        : undefined;
  }
}

function placeOf(fields: JsonRecord, type: string, item: JsonRecord = {}): Place {
  const index = asNumber(fields['output_index']);
  const id = asText(fields['item_id']) ?? asText(item['id']) ?? asText(item['call_id']);
  return {index, id, type};
}

/** The type of an item, without the prefix of a vendor (`openai:web_search_call`). */
export const typeOf = ({type}: JsonRecord): string => (asText(type) ?? '').replace(/^[\w-]+:/, '');
