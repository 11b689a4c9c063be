import {bareErrorText} from '../operations/read-error.js';
import {parseReceived} from '../../json.js';
import type {Frame} from '../../sse/frame.js';
import type {FrameChunk} from '../types.js';
import {defined, isRecord, numericOf, asText, type JsonRecord} from '../../values.js';
import {isShallow} from './depth.js';

/** An event of a session's stream: its type, and unvalidated fields. */
export interface UbikEvent {
  readonly type: string;
  readonly [field: string]: unknown;
}

const CUT = '_delta_sse';

/**
 * Reads the event of a frame, in any of the four formats of the guides: the type in the JSON value, as the event name
 * of the frame, or as `event_type` or `event` next to `data`. `undefined` for a frame without an event. `json` is the
 * parsed data, if the caller has it.
 */
export function readEvent(
  frame: Frame,
  json: unknown = parseReceived(frame.data),
): UbikEvent | undefined {
  const event = unwrapped(frame, json);
  return event && withTimes(event);
}

/** The event as the server sent it. */
function unwrapped(frame: Frame, json: unknown): UbikEvent | undefined {
  const type = typeOf(frame, json);
  if (type === undefined) {
    const error = bareErrorText(json);
    return error === undefined ? undefined : {type: 'agent_processing_error', error};
  }
  if (!isRecord(json)) return undefined;
  if (json['type'] === type) return json as UbikEvent;
  const isWrapped = wrappedType(json) !== undefined && isRecord(json['data']);
  const body = isWrapped ? (json['data'] as JsonRecord) : json;
  return {
    ...('timestamp' in json ? {timestamp: json['timestamp']} : {}),
    ...body,
    type,
  };
}

/** The type of a frame's event, without reading all of it. */
function typeOf({event, data}: Frame, json: unknown = parseReceived(data)): string | undefined {
  if (!isRecord(json)) return undefined;
  if (typeof json['type'] === 'string') return json['type'];
  return wrappedType(json) ?? (event === 'message' ? undefined : asText(event));
}

const wrappedType = (value: JsonRecord): string | undefined =>
  asText(value['event_type']) ?? asText(value['event']);

/** The event with its times in ISO 8601. Servers may also send numbers. */
function withTimes(event: UbikEvent): UbikEvent {
  const {timestamp, created_at: createdAt} = event;
  const [time, creation] = [isoOf(timestamp), isoOf(createdAt)];
  if (time === undefined && creation === undefined) return event;
  return {...event, ...defined({timestamp: time, created_at: creation})};
}

/** Converts an epoch time to ISO 8601 with microseconds; `undefined` if it is not a number. */
function isoOf(time: unknown): string | undefined {
  const value = typeof time === 'string' && time.includes('-') ? undefined : numericOf(time);
  if (value === undefined || value <= 0) return undefined;
  // The unit is seconds, milliseconds, microseconds or nanoseconds, determined by the magnitude.
  let seconds = value;
  while (seconds >= 1e11) seconds /= 1000;
  const micros = Math.round(seconds * 1e6);
  const whole = new Date(Math.floor(micros / 1e6) * 1000).toISOString().slice(0, FRACTION - 1);
  return `${whole}.${String(micros % 1e6).padStart(6, '0')}Z`;
}

/** Reads a frame as a part of a larger event (`…_delta_sse`, "Large events" of the streaming guide). */
export function splitEvent(frame: Frame, json?: unknown): FrameChunk | undefined {
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

/**
 * Creates the frame of a joined event. The joined text is the complete event or only its fields; type and time are
 * those of the parts.
 */
function restore(text: string, type: string, timestamp: unknown): Frame {
  const frame: Frame = {event: type, data: text};
  const event = readEvent(frame);
  if (!event || 'timestamp' in event || timestamp === undefined || !isShallow(event)) return frame;
  return {event: type, data: JSON.stringify({timestamp, ...event})};
}

const INSTANT = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:[.,]\d{1,9})?\s*(?:Z|[+-]\d\d:?\d\d)?$/i;

/**
 * The time of an event in microseconds since the epoch; `undefined` if it has none. Accepts ISO 8601 with 0 to 9
 * decimals; a time without a zone is UTC. (`Date.parse` would treat it as local time and truncate to milliseconds.)
 */
export function timeOf(
  frame: Frame,
  json: unknown = parseReceived(frame.data),
): number | undefined {
  const event = unwrapped(frame, json);
  return event && (timeIn(event['timestamp']) ?? timeIn(event['created_at']));
}

/** A time as the server sent it: ISO 8601, or a number. */
const timeIn = (value: unknown): number | undefined => instantOf(value) ?? instantOf(isoOf(value));

/**
 * The sort key of an event: its time, except that the final event is sorted last. Text that arrives late, or with a
 * later time from another clock, is thus not lost.
 */
function orderOf(frame: Frame, json?: unknown): number | undefined {
  const type = typeOf(frame, json);
  const ends = type === 'agent_processing_complete' || type === 'agent_processing_error';
  return ends ? Infinity : timeOf(frame, json);
}

/** Whether a stream begins with this frame. Each connection sends its run from the first event. */
const beginsStream = (frame: Frame, json?: unknown): boolean =>
  typeOf(frame, json) === 'connection_established';

/**
 * The identity of a frame. Frames are duplicates only if the stream numbers them (`id:`): events have no identity of
 * their own, and a server may send the same word twice at the same time.
 */
const identityOf = ({id, data}: Frame): string | undefined => id && `${id} ${data}`;

/** The rules by which frames of a session's stream are joined, sorted and deduplicated. */
export const frameRules = {
  order: orderOf,
  begins: beginsStream,
  identity: identityOf,
  split: splitEvent,
} as const;

export function instantOf(value: unknown): number | undefined {
  const text = typeof value === 'string' ? value.trim() : '';
  if (!INSTANT.test(text)) return undefined;
  // Called for every event. Reading digits at fixed positions is several times faster than a regular expression.
  const minutes = twoDigits(text, 11) * 60 + twoDigits(text, 14) - offsetOf(text);
  const seconds = midnightOf(text) + minutes * 60 + twoDigits(text, 17);
  return seconds * 1_000_000 + microsecondsOf(text);
}

let lastDay = '';
let lastMidnight = 0;

/** The start of the day in seconds since the epoch, cached, because the events of a run are of one or two days. */
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

/** The zone of a time, in minutes. */
function offsetOf(text: string): number {
  if (text.endsWith('Z')) return 0;
  const sign = Math.max(text.lastIndexOf('+'), text.lastIndexOf('-'));
  if (sign < 'yyyy-mm-ddThh:mm:ss'.length) return 0;
  const minutes = twoDigits(text, sign + 1) * 60 + twoDigits(text, text.length - 2);
  return text[sign] === '-' ? -minutes : minutes;
}
