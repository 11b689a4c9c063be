import {parseJson} from '../../json.js';
import type {Frame} from '../../sse/frame.js';
import type {Piece} from '../types.js';
import {defined, isRecord, numericOf, asText, type JsonRecord} from '../decode.js';
import {isShallow} from './depth.js';

/** An event of a session's stream: its type, and fields of which none can be relied on. */
export interface UbikEvent {
  readonly type: string;
  readonly [field: string]: unknown;
}

const CUT = '_delta_sse';

/**
 * Reads the event of a frame, in any of the four framings of the guides: the type in the JSON value, as the name of the
 * frame, or as `event_type` or `event` beside `data`. `undefined` for a frame without an event. `json` is the value of the
 * frame's data; a caller that has parsed it already passes it.
 */
export function readEvent(
  frame: Frame,
  json: unknown = parseJson(frame.data),
): UbikEvent | undefined {
  const type = typeOf(frame, json);
  if (type === undefined || !isRecord(json)) return undefined;
  if (json['type'] === type) return withTimes(json as UbikEvent);
  const isWrapped = wrappedType(json) !== undefined && isRecord(json['data']);
  const body = isWrapped ? (json['data'] as JsonRecord) : json;
  return withTimes({
    ...('timestamp' in json ? {timestamp: json['timestamp']} : {}),
    ...body,
    type,
  });
}

/** The type of a frame's event, without the cost of reading all of it. */
function typeOf({event, data}: Frame, json: unknown = parseJson(data)): string | undefined {
  if (!isRecord(json)) return undefined;
  if (typeof json['type'] === 'string') return json['type'];
  return wrappedType(json) ?? (event === 'message' ? undefined : asText(event));
}

const wrappedType = (value: JsonRecord): string | undefined =>
  asText(value['event_type']) ?? asText(value['event']);

/** The event with its times as ISO 8601, which a server may also write as numbers. */
function withTimes(event: UbikEvent): UbikEvent {
  const {timestamp, created_at: createdAt} = event;
  const [time, creation] = [isoOf(timestamp), isoOf(createdAt)];
  if (time === undefined && creation === undefined) return event;
  return {...event, ...defined({timestamp: time, created_at: creation})};
}

/** An epoch time as ISO 8601 with microseconds; `undefined` for what is no number. */
function isoOf(time: unknown): string | undefined {
  const value = typeof time === 'string' && time.includes('-') ? undefined : numericOf(time);
  if (value === undefined || value <= 0) return undefined;
  // Seconds, milliseconds, microseconds or nanoseconds: each is a thousand times the one before.
  let seconds = value;
  while (seconds >= 1e11) seconds /= 1000;
  const micros = Math.round(seconds * 1e6);
  const whole = new Date(Math.floor(micros / 1e6) * 1000).toISOString().slice(0, FRACTION - 1);
  return `${whole}.${String(micros % 1e6).padStart(6, '0')}Z`;
}

/** The part of a bigger event that a frame is (`…_delta_sse`, "Large events" of the streaming guide). */
export function splitEvent(frame: Frame, json?: unknown): Piece | undefined {
  if (typeOf(frame, json)?.endsWith(CUT) !== true) return undefined;
  const event = readEvent(frame, json);
  if (!event) return undefined;
  const original = asText(event['original_event_type']) ?? event.type.slice(0, -CUT.length);
  const {timestamp} = event;
  return {
    group: asText(event['chunk_id']) ?? String(numericOf(event['chunk_id'])),
    index: numericOf(event['chunk_index']) ?? -1,
    total: numericOf(event['total_chunks']) ?? -1,
    text: typeof event['chunk_data'] === 'string' ? event['chunk_data'] : '',
    restore: text => restore(text, original, timestamp),
  };
}

/** The joined text is the whole event or only its fields; type and time come from the frames that carried it. */
function restore(text: string, type: string, timestamp: unknown): Frame {
  const frame: Frame = {event: type, data: text};
  const event = readEvent(frame);
  if (!event || 'timestamp' in event || timestamp === undefined || !isShallow(event)) return frame;
  return {event: type, data: JSON.stringify({timestamp, ...event})};
}

const INSTANT = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:[.,]\d{1,9})?\s*(?:Z|[+-]\d\d:?\d\d)?$/i;

/**
 * When an event happened, in microseconds since the epoch; `undefined` where it does not say. ISO 8601 with 0 to 9
 * decimals; a time without a zone is UTC. (`Date.parse` would read it as local time and cut to milliseconds.)
 */
export function timeOf(frame: Frame, json?: unknown): number | undefined {
  const event = readEvent(frame, json);
  return instantOf(event?.['timestamp']) ?? instantOf(event?.['created_at']);
}

/**
 * Where an event belongs in the order of its run: at its time, but the end at the end. By the published rules it
 * makes no difference where the end is, and text that another clock dates behind it, or that comes late, is not lost.
 */
function orderOf(frame: Frame, json?: unknown): number | undefined {
  const type = typeOf(frame, json);
  const ends = type === 'agent_processing_complete' || type === 'agent_processing_error';
  return ends ? Infinity : timeOf(frame, json);
}

/** Whether a stream begins here. Each connection sends its run from the first event on. */
const beginsStream = (frame: Frame, json?: unknown): boolean =>
  typeOf(frame, json) === 'connection_established';

/**
 * Two frames are one event only where the stream numbers them (`id:`). Nothing in the events themselves does, and a
 * server may well send the same word twice at the same time, so an equal event without an id is another event.
 */
const identityOf = ({id, data}: Frame): string | undefined => id && `${id} ${data}`;

/** How the frames of a session's stream are joined and sorted, and which of them are duplicates. */
export const frameRules = {
  order: orderOf,
  begins: beginsStream,
  identity: identityOf,
  split: splitEvent,
} as const;

export function instantOf(value: unknown): number | undefined {
  const text = typeof value === 'string' ? value.trim() : '';
  if (!INSTANT.test(text)) return undefined;
  // Every event asks, and the places are fixed: reading digits is several times faster than taking matches apart.
  const minutes = twoDigits(text, 11) * 60 + twoDigits(text, 14) - offsetOf(text);
  const seconds = midnightOf(text) + minutes * 60 + twoDigits(text, 17);
  return seconds * 1_000_000 + microsecondsOf(text);
}

let lastDay = '';
let lastMidnight = 0;

/** The beginning of the day in seconds since the epoch. The events of a run are of one day, or of two. */
function midnightOf(text: string): number {
  if (lastDay !== '' && text.startsWith(lastDay)) return lastMidnight;
  lastDay = text.slice(0, 'yyyy-mm-dd'.length);
  const year = twoDigits(text, 0) * 100 + twoDigits(text, 2);
  lastMidnight = Date.UTC(year, twoDigits(text, 5) - 1, twoDigits(text, 8)) / 1000;
  return lastMidnight;
}

function twoDigits(text: string, at: number): number {
  return (text.charCodeAt(at) - ZERO) * 10 + text.charCodeAt(at + 1) - ZERO;
}

const ZERO = '0'.charCodeAt(0);
const FRACTION = 'yyyy-mm-ddThh:mm:ss.'.length;

function microsecondsOf(text: string): number {
  const point = text[FRACTION - 1];
  if (point !== '.' && point !== ',') return 0;
  let sum = 0;
  for (let at = FRACTION, unit = 100_000; unit >= 1; at++, unit /= 10) {
    const digit = text.charCodeAt(at) - ZERO;
    if (!(digit >= 0 && digit <= 9)) break;
    sum += digit * unit;
  }
  return sum;
}

/** The zone that a time ends with, in minutes. */
function offsetOf(text: string): number {
  if (text.endsWith('Z')) return 0;
  const sign = Math.max(text.lastIndexOf('+'), text.lastIndexOf('-'));
  if (sign < 'yyyy-mm-ddThh:mm:ss'.length) return 0;
  const minutes = twoDigits(text, sign + 1) * 60 + twoDigits(text, text.length - 2);
  return text[sign] === '-' ? -minutes : minutes;
}
