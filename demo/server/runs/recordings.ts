import {existsSync, readdirSync, readFileSync} from 'node:fs';
import {basename, join} from 'node:path';
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

/** The recordings in folders: `NAME.jsonl`, one JSON event a frame. Of two with one name the first folder's is played. */
export class Recordings {
  readonly #folders: readonly string[];

  constructor(...folders: readonly string[]) {
    this.#folders = folders;
  }

  names(): string[] {
    return [...this.#paths().keys()];
  }

  /** The recording that a message asks for: `/replay NAME [pace N]`. Throws where there is none of that name. */
  wanted(text: string): Recording | undefined {
    const command = /^\/replay\s+(\S+)(?:\s+pace\s+(\d+(?:\.\d+)?))?/i.exec(text.trim());
    if (!command) return undefined;
    const [, name = '', pace] = command;
    const path = this.#paths().get(name);
    if (path === undefined) {
      throw new Error(`There is no recording "${name}". There are: ${this.names().join(', ')}.`);
    }
    const events = eventsIn(readFileSync(path, 'utf8'));
    return {name, events, pace: pace === undefined ? undefined : Number(pace)};
  }

  /** Where each recording is, by its name. */
  #paths(): ReadonlyMap<string, string> {
    const paths = new Map<string, string>();
    for (const folder of this.#folders.filter(each => existsSync(each))) {
      for (const file of readdirSync(folder).filter(each => each.endsWith('.jsonl'))) {
        const name = basename(file, '.jsonl');
        if (!paths.has(name)) paths.set(name, join(folder, file));
      }
    }
    return paths;
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
