import {jsonOf, type Frame} from '../../sse/frame.js';
import type {Piece} from '../types.js';
import {isRecord, numberOf, textOf} from '../values.js';

/** An event of a session's stream: its type, and fields of which none can be relied on. */
export interface UbikEvent {
  readonly type: string;
  readonly [field: string]: unknown;
}

const CUT = '_delta_sse';

/**
 * Reads the event out of a frame, in any of the four framings that the guides show: the type inside the JSON, as the
 * name of the frame, or as `event_type` or `event` beside `data`. `undefined` for a frame that is no event.
 */
export function readEvent(frame: Frame): UbikEvent | undefined {
  const value = jsonOf(frame);
  if (!isRecord(value)) return undefined;
  if (typeof value['type'] === 'string') return value as UbikEvent;
  const inside = textOf(value['event_type']) ?? textOf(value['event']);
  const type = inside ?? (frame.event === 'message' ? undefined : textOf(frame.event));
  if (type === undefined) return undefined;
  const body = inside !== undefined && isRecord(value['data']) ? value['data'] : value;
  return {...('timestamp' in value ? {timestamp: value['timestamp']} : {}), ...body, type};
}

/** The part of a bigger event that a frame is (`…_delta_sse`, "Large events" of the streaming guide). */
export function splitEvent(frame: Frame): Piece | undefined {
  if (!frame.data.includes(CUT) && !frame.event?.endsWith(CUT)) return undefined;
  const event = readEvent(frame);
  if (!event?.type.endsWith(CUT)) return undefined;
  const original = textOf(event['original_event_type']) ?? event.type.slice(0, -CUT.length);
  const {timestamp} = event;
  return {
    group: String(event['chunk_id']),
    index: numberOf(event['chunk_index']) ?? -1,
    total: numberOf(event['total_chunks']) ?? -1,
    text: typeof event['chunk_data'] === 'string' ? event['chunk_data'] : '',
    restore: text => restore(text, original, timestamp),
  };
}

/** The joined text is the whole event or only its fields; what it lacks, the frames that carried it tell. */
function restore(text: string, type: string, timestamp: unknown): Frame {
  const frame: Frame = {event: type, data: text};
  const event = readEvent(frame);
  if (!event || 'timestamp' in event || timestamp === undefined) return frame;
  return {event: type, data: JSON.stringify({timestamp, ...event})};
}

const INSTANT =
  /^(\d{4})-(\d\d)-(\d\d)[T ](\d\d):(\d\d):(\d\d)(?:[.,](\d{1,9}))?\s*(Z|[+-]\d\d:?\d\d)?$/i;

/**
 * When an event happened, in microseconds since the epoch; `undefined` where it does not say. ISO 8601 with 0 to 9
 * decimals; a time without a zone is UTC. (`Date.parse` would read it as local time and cut to milliseconds.)
 */
export function timeOf(frame: Frame): number | undefined {
  const event = readEvent(frame);
  return instantOf(event?.['timestamp']) ?? instantOf(event?.['created_at']);
}

export function instantOf(text: unknown): number | undefined {
  const match = typeof text === 'string' ? INSTANT.exec(text.trim()) : null;
  if (!match) return undefined;
  const [, year, month, day, hour, minute, second, decimals = '', zone = 'Z'] = match;
  const [y, mo, d, h, mi, s] = [year, month, day, hour, minute, second].map(Number) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const whole = Date.UTC(y, mo - 1, d, h, mi, s) - offsetOf(zone);
  const instant = whole * 1000 + Number(decimals.padEnd(6, '0').slice(0, 6));
  return Number.isFinite(instant) ? instant : undefined;
}

/** Milliseconds. */
function offsetOf(zone: string): number {
  if (zone.toUpperCase() === 'Z') return 0;
  const [hours, minutes] = [zone.slice(1, 3), zone.slice(-2)].map(Number) as [number, number];
  return (zone.startsWith('-') ? -1 : 1) * (hours * 60 + minutes) * 60_000;
}
