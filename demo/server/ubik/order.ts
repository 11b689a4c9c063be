import {isObject, parseJson} from '../json.js';
import type {WireEvent} from './events.js';

/** Events as they were before big ones were cut, in the order of time; those without a time stay where they arrived. */
export function inOrder(events: readonly WireEvent[]): WireEvent[] {
  let latest = -Infinity;
  return joined(events)
    .map(event => {
      const time = microseconds(event['timestamp'] ?? event['created_at']) ?? latest;
      latest = Math.max(latest, time);
      return {event, time};
    })
    .sort((a, b) => a.time - b.time)
    .map(({event}) => event);
}

/** Puts the pieces of cut events (`…_delta_sse`) together; each stands where its last piece arrived. */
export function joined(events: readonly WireEvent[]): WireEvent[] {
  const groups = new Map<unknown, Map<number, string>>();
  return events.flatMap(event => {
    if (!event.type.endsWith('_delta_sse')) return [event];
    const group = groups.get(event['chunk_id']) ?? new Map<number, string>();
    groups.set(
      event['chunk_id'],
      group.set(Number(event['chunk_index']), String(event['chunk_data'])),
    );
    if (group.size < Number(event['total_chunks'])) return [];
    const text = [...group].sort(([a], [b]) => a - b).map(([, piece]) => piece);
    const whole = parseJson(text.join(''));
    return isObject(whole) ? [{type: String(event['original_event_type']), ...whole}] : [];
  });
}

/** Microseconds since the epoch of an ISO 8601 time; a time without a zone is UTC. */
export function microseconds(time: unknown): number | undefined {
  const parts = /^([^.]+?)(?:\.(\d{1,6})\d*)?(Z|[+-]\d\d:?\d\d)?$/.exec(String(time));
  const seconds = parts && Date.parse(`${parts[1] ?? ''}${parts[3] ?? 'Z'}`);
  if (!parts || seconds === null || Number.isNaN(seconds)) return undefined;
  return seconds * 1000 + Number((parts[2] ?? '').padEnd(6, '0'));
}
