import {existsSync, readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {framesOf, readRecording} from '../../../src/core/recording/index.js';
import {isObject, parseJson} from '../json.js';
import {joined} from '../ubik/order.js';
import type {WireEvent} from '../ubik/events.js';

/** An event, and when it came, in milliseconds from the start. */
export interface TimedEvent {
  readonly at: number;
  readonly event: WireEvent;
}

export interface Recording {
  readonly name: string;
  readonly events: readonly TimedEvent[];
  /** Multiplies the pauses between its events; absent: that of the server. */
  readonly pace: number | undefined;
}

/** The recordings in a folder: `NAME.jsonl`, one JSON event a frame. */
export class Recordings {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  names(): string[] {
    const files = existsSync(this.#folder) ? readdirSync(this.#folder) : [];
    return files.filter(name => name.endsWith('.jsonl')).map(name => name.slice(0, -6));
  }

  /** The recording that a message asks for: `/replay NAME [pace N]`. Throws where there is none of that name. */
  wanted(text: string): Recording | undefined {
    const command = /^\/replay\s+(\S+)(?:\s+pace\s+(\d+(?:\.\d+)?))?/i.exec(text.trim());
    if (!command) return undefined;
    const [, name = '', pace] = command;
    if (!this.names().includes(name)) {
      throw new Error(`There is no recording "${name}". There are: ${this.names().join(', ')}.`);
    }
    const events = eventsIn(readFileSync(join(this.#folder, `${name}.jsonl`), 'utf8'));
    return {name, events, pace: pace === undefined ? undefined : Number(pace)};
  }
}

function eventsIn(file: string): TimedEvent[] {
  return [...framesOf(readRecording(file))].flatMap(({at, frame}) => {
    const event = parseJson(frame.data);
    return isObject(event) && typeof event['type'] === 'string'
      ? [{at, event: {...event, type: event['type']}}]
      : [];
  });
}

/**
 * The recording's events with ids that exist here: its session, its task and its message become those given. UUIDs are all
 * of one length, so this holds in the pieces of cut events too.
 */
export function adopted(
  recording: Recording,
  ids: {readonly session: string; readonly task: string; readonly message: string},
): TimedEvent[] {
  const events = recording.events.map(({event}) => event);
  const start = events.find(({type}) => type === 'connection_established');
  const end = joined(events).find(({type}) => type === 'agent_processing_complete');
  const pairs = [
    [start?.['session_id'], ids.session],
    [start?.['task_id'], ids.task],
    [end?.['message_id'], ids.message],
  ] as const;
  return recording.events
    .filter(({event}) => event.type !== 'connection_established')
    .map(({at, event}) => {
      let text = JSON.stringify(event);
      for (const [theirs, ours] of pairs) {
        if (typeof theirs === 'string') text = text.replaceAll(theirs, ours);
      }
      const renamed = parseJson(text);
      return {at, event: isObject(renamed) ? {...renamed, type: event.type} : event};
    });
}
