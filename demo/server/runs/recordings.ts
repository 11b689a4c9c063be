import {existsSync, readdirSync, readFileSync} from 'node:fs';
import {basename, join} from 'node:path';
import {framesOf, readRecording} from '../../../src/core/recording/index.js';
import {isObject, parseJson} from '../json.js';
import {joinChunks} from '../ubik/order.js';
import type {StoredEvent} from '../ubik/events.js';

/** An event with its time, in milliseconds from the start. */
export interface TimedEvent {
  readonly at: number;
  readonly event: StoredEvent;
}

export interface EventRecording {
  readonly name: string;
  readonly events: readonly TimedEvent[];
  /** Factor of the pauses between events; default: the pace of the server. */
  readonly pace: number | undefined;
}

/** The recordings in folders: `NAME.jsonl`, one JSON event per frame. Earlier folders win for equal names. */
export class Recordings {
  readonly #folders: readonly string[];

  constructor(...folders: readonly string[]) {
    this.#folders = folders;
  }

  names(): string[] {
    return [...this.#paths().keys()];
  }

  /** The recording that a message requests: `/replay NAME [pace N]`. Throws if it does not exist. */
  requestedBy(text: string): EventRecording | undefined {
    const command = /^\/replay\s+(\S+)(?:\s+pace\s+(\d+(?:\.\d+)?))?/i.exec(text.trim());
    if (!command) return undefined;
    const [, name = '', pace] = command;
    const path = this.#paths().get(name);
    if (path === undefined) {
      throw new Error(`There is no recording "${name}". Available: ${this.names().join(', ')}.`);
    }
    const events = eventsIn(readFileSync(path, 'utf8'));
    return {name, events, pace: pace === undefined ? undefined : Number(pace)};
  }

  /** Paths of the recordings by name. */
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
 * The events of a recording with its session, task and message ids replaced. All UUIDs have the same length, so this works
 * in the chunks of split events, too.
 */
export function withIds(
  recording: EventRecording,
  ids: {readonly session: string; readonly task: string; readonly message: string},
): TimedEvent[] {
  const events = recording.events.map(({event}) => event);
  const start = events.find(({type}) => type === 'connection_established');
  const end = joinChunks(events).find(({type}) => type === 'agent_processing_complete');
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
