import {isObject, parseJson} from '../json.js';
import type {StoredEvent} from './events.js';

/** Joins split events and sorts events by time; events without a time keep their position. */
export function sortEvents(events: readonly StoredEvent[]): StoredEvent[] {
  let latest = -Infinity;
  return joinChunks(events)
    .map(event => {
      const time = microseconds(event['timestamp'] ?? event['created_at']) ?? latest;
      latest = Math.max(latest, time);
      return {event, time};
    })
    .sort((a, b) => a.time - b.time)
    .map(({event}) => event);
}

/** Joins the chunks of split events (`…_delta_sse`) at the position of the last chunk. */
export function joinChunks(events: readonly StoredEvent[]): StoredEvent[] {
  const groups = new Map<unknown, Map<number, string>>();
  return events.flatMap(event => {
    if (!event.type.endsWith('_delta_sse')) return [event];
    const group = groups.get(event['chunk_id']) ?? new Map<number, string>();
    groups.set(
      event['chunk_id'],
      group.set(Number(event['chunk_index']), String(event['chunk_data'])),
    );
    if (group.size < Number(event['total_chunks'])) return [];
    const text = [...group].sort(([a], [b]) => a - b).map(([, chunk]) => chunk);
    const joined = parseJson(text.join(''));
    return isObject(joined) ? [{type: String(event['original_event_type']), ...joined}] : [];
  });
}

/** Microseconds since the epoch of an ISO 8601 time; a time without a zone is UTC. */
export function microseconds(time: unknown): number | undefined {
  const parts = /^([^.]+?)(?:\.(\d{1,6})\d*)?(Z|[+-]\d\d:?\d\d)?$/.exec(String(time));
  const seconds = parts && Date.parse(`${parts[1] ?? ''}${parts[3] ?? 'Z'}`);
  if (!parts || seconds === null || Number.isNaN(seconds)) return undefined;
  return seconds * 1000 + Number((parts[2] ?? '').padEnd(6, '0'));
}
