import * as events from '../faults/events.js';
import {faultOf, type Fault} from '../faults/fault.js';
import * as frames from '../faults/frames.js';
import type {StoredEvent} from '../ubik/events.js';
import {encode, lineEnds, type Framing} from './encode.js';
import {idle, withIdle} from './idle.js';

interface PipelineOptions {
  readonly framing: Framing;
  readonly faults: readonly Fault[];
  /** Milliseconds without an event until a comment is sent. */
  readonly keepAlive: number;
  readonly signal: AbortSignal;
  /** Destroys the connection. */
  readonly sever: () => void;
  /** The message content of events. */
  readonly content: (events: readonly StoredEvent[]) => string;
}

/** Encodes events as bytes and applies the faults. */
export function pipeline(
  source: AsyncIterable<StoredEvent>,
  options: PipelineOptions,
): AsyncIterable<Uint8Array> {
  const {faults} = options;
  const end = lineEnds[faultOf(faults, 'line_ends')?.ends ?? 'lf'];
  const framing = faultOf(faults, 'framing')?.framing ?? options.framing;

  let current = source;
  for (const fault of faults) {
    if (fault.kind === 'snapshot') current = events.snapshot(current, fault, options.content);
    if (fault.kind === 'split') current = events.split(current, fault);
    if (fault.kind === 'shuffle') current = events.shuffle(current, fault);
  }
  let lines = encodeFrames(current, framing, end, options.keepAlive);
  for (const fault of faults) {
    if (fault.kind === 'duplicate') lines = frames.duplicate(lines, fault, end);
    if (fault.kind === 'malformed') lines = frames.malformed(lines, fault, end);
    if (fault.kind === 'comments') lines = frames.comments(lines, fault, end);
  }
  let bytes = encodeBytes(lines);
  for (const fault of faults) {
    if (fault.kind === 'drop' || fault.kind === 'end' || fault.kind === 'stall') {
      bytes = frames.interrupt(bytes, fault, options);
    }
  }
  const chunks = faultOf(faults, 'cut');
  return chunks ? frames.cut(bytes, chunks) : bytes;
}

async function* encodeFrames(
  source: AsyncIterable<StoredEvent>,
  framing: Framing,
  end: string,
  keepAlive: number,
): AsyncIterable<string> {
  for await (const event of withIdle(source, keepAlive)) {
    yield event === idle ? `: keep-alive${end}${end}` : encode(event, framing, end);
  }
}

async function* encodeBytes(source: AsyncIterable<string>): AsyncIterable<Uint8Array> {
  const encoder = new TextEncoder();
  for await (const text of source) yield encoder.encode(text);
}
