import {existsSync, readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {createParser} from 'eventsource-parser';
import {isObject, parseJson} from '../json.js';
import {joined, microseconds} from '../ubik/order.js';
import type {WireEvent} from '../ubik/events.js';

export interface Recording {
  readonly name: string;
  readonly events: readonly WireEvent[];
  /** Multiplies the pauses between its events; absent: that of the server. */
  readonly pace: number | undefined;
}

/** The transcripts in a folder: `NAME.sse`, one JSON event a frame. */
export class Recordings {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  names(): string[] {
    const files = existsSync(this.#folder) ? readdirSync(this.#folder) : [];
    return files.filter(name => name.endsWith('.sse')).map(name => name.slice(0, -4));
  }

  /** The recording that a message asks for: `/replay NAME [pace N]`. Throws where there is none of that name. */
  wanted(text: string): Recording | undefined {
    const command = /^\/replay\s+(\S+)(?:\s+pace\s+(\d+(?:\.\d+)?))?/i.exec(text.trim());
    if (!command) return undefined;
    const [, name = '', pace] = command;
    if (!this.names().includes(name)) {
      throw new Error(`There is no recording "${name}". There are: ${this.names().join(', ')}.`);
    }
    const events = eventsIn(readFileSync(join(this.#folder, `${name}.sse`), 'utf8'));
    return {name, events, pace: pace === undefined ? undefined : Number(pace)};
  }
}

function eventsIn(transcript: string): WireEvent[] {
  const events: WireEvent[] = [];
  const parser = createParser({
    onEvent: ({data}) => {
      const event = parseJson(data);
      if (isObject(event) && typeof event['type'] === 'string')
        events.push({...event, type: event['type']});
    },
  });
  parser.feed(transcript);
  return events;
}

/**
 * The recording's events with ids that exist here: its session, its task and its message become those given. UUIDs are all
 * of one length, so this holds in the pieces of cut events too.
 */
export function adopted(
  recording: Recording,
  ids: {readonly session: string; readonly task: string; readonly message: string},
): WireEvent[] {
  const start = recording.events.find(({type}) => type === 'connection_established');
  const end = joined(recording.events).find(({type}) => type === 'agent_processing_complete');
  const pairs = [
    [start?.['session_id'], ids.session],
    [start?.['task_id'], ids.task],
    [end?.['message_id'], ids.message],
  ] as const;
  return recording.events
    .filter(({type}) => type !== 'connection_established')
    .map(event => {
      let text = JSON.stringify(event);
      for (const [theirs, ours] of pairs) {
        if (typeof theirs === 'string') text = text.replaceAll(theirs, ours);
      }
      const renamed = parseJson(text);
      return isObject(renamed) ? {...renamed, type: event.type} : event;
    });
}

/** Milliseconds from the event before to this one, as recorded; 0 where a time is missing or runs backwards. */
export function gap(before: WireEvent | undefined, event: WireEvent): number {
  const from = microseconds(before?.['timestamp'] ?? before?.['created_at']);
  const to = microseconds(event['timestamp'] ?? event['created_at']);
  return from === undefined || to === undefined ? 0 : Math.max(0, (to - from) / 1000);
}
