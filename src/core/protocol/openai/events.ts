import {asNumber, asRecord, asText, defined, isRecord, type JsonRecord} from '../../values.js';
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

const reasoning = (list: 'content' | 'summary', part: string): GrowingField => ({
  item: 'reasoning',
  list,
  part,
  field: 'text',
});
const rawReasoning = reasoning('content', 'reasoning_text');
const summary = reasoning('summary', 'summary_text');

/** The fields in parts by the names of their events, without `response.`. */
const growing = new Map<string, GrowingField>([
  ['output_text', text('text', 'output_text')],
  ['refusal', text('refusal', 'refusal')],
  ['audio.transcript', text('transcript', 'output_audio')],
  ['reasoning_text', rawReasoning],
  ['reasoning', rawReasoning],
  ['reasoning_summary_text', summary],
  ['reasoning_summary', summary],
]);

function growingField(name: string): GrowingField | undefined {
  const [, item, field] = /^(.+_call)_(arguments|input|code)$/.exec(name) ?? [];
  return item !== undefined && field !== undefined ? {item, field} : growing.get(name);
}

/** Events about what tools of the server work on, with the types of their items. */
const works = new Map<string, {readonly type: 'command' | 'output' | 'diff'; readonly of: string}>([
  ['shell_call_command', {type: 'command', of: 'shell_call'}],
  ['shell_call_output_content', {type: 'output', of: 'shell_call_output'}],
  ['apply_patch_call_operation_diff', {type: 'diff', of: 'apply_patch_call'}],
]);

/** Where an event belongs: every part is optional, because servers omit each of them. */
export interface Place {
  readonly index: number | undefined;
  readonly id: string | undefined;
  /** The type of the item that the event implies. */
  readonly type: string;
}

/**
 * An event about an item. `of` is the type of the item that the event implies, and `fields` is the whole event; unknown fields
 * are ignored.
 */
export type ItemEvent = {readonly of: string; readonly fields: JsonRecord} & (
  | {readonly type: 'added' | 'done'; readonly item: JsonRecord}
  | {readonly type: 'part'; readonly list: 'content' | 'summary'; readonly isDone: boolean}
  | {readonly type: 'grow' | 'replace'; readonly into: GrowingField}
  | {readonly type: 'annotation'}
  | {readonly type: 'command' | 'output' | 'diff'; readonly isWhole: boolean}
  | {readonly type: 'phase'; readonly phase: string}
);

/** The meaning of a frame. */
export type ResponsesEvent =
  | {readonly type: 'begin'; readonly response: JsonRecord}
  | {readonly type: 'head'; readonly response: JsonRecord}
  | {readonly type: 'end'; readonly status: string; readonly response: JsonRecord}
  | {readonly type: 'error'; readonly error: JsonRecord}
  /** The `[DONE]` at the end of the body. */
  | {readonly type: 'over'}
  | ItemEvent
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
  if (typeof value === 'string') {
    return type === 'error'
      ? {type, error: {message: value}}
      : unreadable('frame-unreadable', 'Not a JSON object.');
  }
  // The error of an event is documented flat and sent nested.
  const {error} = value;
  const message = asText(error) ?? (type === '' ? bareErrorText(value) : undefined);
  const isBare = !type.startsWith('response.') && (isRecord(error) || message !== undefined);
  if (!isBare && type !== 'error' && type !== 'response.error') {
    return eventOf(type.replace(/^response\./, ''), value);
  }
  return {type: 'error', error: isRecord(error) ? error : {...value, ...defined({message})}};
}

const unreadable = (code: DiagnosticCode, why: string): ResponsesEvent => ({
  type: 'unreadable',
  code,
  why,
});

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

function itemEvent(base: string, verb: string, fields: JsonRecord): ItemEvent | undefined {
  if (base === 'output_item' && (verb === 'added' || verb === 'done')) {
    const item = asRecord(fields['item']);
    return {type: verb, of: typeOf(item), item, fields};
  }
  // The parts of reasoning have a name of their own with vLLM.
  if (base === 'content_part' || base === 'reasoning_part' || base === 'reasoning_summary_part') {
    const {type} = asRecord(fields['part']);
    const isReasoning = base !== 'content_part' || type === 'reasoning_text';
    const of = isReasoning ? 'reasoning' : 'message';
    const list = base === 'reasoning_summary_part' ? 'summary' : 'content';
    return {type: 'part', of, list, isDone: verb === 'done', fields};
  }
  if (/^output_text[._]annotation$/.test(base)) return {type: 'annotation', of: 'message', fields};
  const into = growingField(base);
  if (into && (verb === 'delta' || verb === 'done')) {
    return {type: verb === 'delta' ? 'grow' : 'replace', of: into.item, into, fields};
  }
  const work = works.get(base);
  if (work) return {...work, isWhole: verb !== 'delta', fields};
  return /_call$|^mcp_list_tools$|^compaction$/.test(base)
    ? {type: 'phase', of: base, phase: verb, fields}
    : undefined;
}

export function placeOf({of: type, fields}: ItemEvent): Place {
  const item = asRecord(fields['item']);
  const index = asNumber(fields['output_index']);
  const id = asText(fields['item_id']) ?? asText(item['id']) ?? asText(item['call_id']);
  return {index, id, type};
}

/** The type of an item, without the prefix of a vendor (`openai:web_search_call`). */
export const typeOf = ({type}: JsonRecord): string => (asText(type) ?? '').replace(/^[\w-]+:/, '');
