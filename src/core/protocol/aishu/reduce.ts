import {applyEvent, isListed, type AccumulateOptions, type AssistantMessage} from './accumulate.js';
import {readEvent} from './events.js';
import {asRecord} from '../values.js';
import {jsonText} from '../../json.js';
import type {Frame} from '../../sse/frame.js';

/**
 * One Event Message of the AISHU ChatKitDataAgent note, section 3.1: a path, what to do there, and with which value.
 * Servers send its number as `seq_id`; the note's own examples say `seq`.
 */
export interface EventMessage {
  readonly seq_id?: number;
  readonly seq?: number;
  readonly key?: readonly (string | number)[];
  readonly action?: string;
  readonly content?: unknown;
}

/** An Event Message as JSON text, as a parsed object, or as a server-sent event whose `data` is its JSON text. */
export type EventInput = string | EventMessage | Frame;

/**
 * Applies one Event Message to an assistant message and returns the next one. Pure: `previous` is not changed, and the
 * parts that the event does not touch are the same objects in both. An event that cannot be read, that does not fit, or
 * that ends the stream returns `previous`. Never throws.
 *
 * Each call applies its event: the function cannot know that a proxy sent the same event twice, which `accumulate` does.
 */
export function reduce(
  previous: AssistantMessage,
  event: EventInput,
  {mode}: AccumulateOptions = {},
): AssistantMessage {
  const read = readEvent(frameOf(event));
  if (mode === 'document' && read.type === 'patch' && !isListed(read)) return previous;
  return applyEvent(asRecord(previous), read).root;
}

function frameOf(event: EventInput): Frame {
  if (typeof event === 'string') return {data: event};
  if ('data' in event && typeof event.data === 'string') return event;
  return {data: jsonText(event) ?? ''};
}
