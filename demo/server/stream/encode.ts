import type {StoredEvent} from '../ubik/events.js';

/**
 * How an event is encoded in a frame (guide, "SSE wire framing"). F1: `data: {"type": …}`; F2: `event: …` with the fields as
 * data; F3: `data: {"event_type": …, "data": {…}}`; F4: `data: {"event": …, "data": {…}}`.
 */
export type Framing = 'F1' | 'F2' | 'F3' | 'F4';
export type LineEnd = 'lf' | 'cr' | 'crlf';

export const lineEnds: Readonly<Record<LineEnd, string>> = {lf: '\n', cr: '\r', crlf: '\r\n'};

/** An event as a frame with its blank line. */
export function encode(event: StoredEvent, framing: Framing, end: string): string {
  const {type, ...fields} = event;
  switch (framing) {
    case 'F1':
      return frame({data: JSON.stringify(event)}, end);
    case 'F2':
      return frame({event: type, data: JSON.stringify(fields)}, end);
    case 'F3':
      return frame({data: JSON.stringify({event_type: type, data: fields})}, end);
    case 'F4':
      return frame({data: JSON.stringify({event: type, data: fields})}, end);
  }
}

/** A frame with these fields and its blank line. */
function frame(fields: Readonly<Record<string, string>>, end: string): string {
  return `${Object.entries(fields)
    .map(([name, value]) => `${name}: ${value}${end}`)
    .join('')}${end}`;
}
