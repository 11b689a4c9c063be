import * as events from '../faults/events.js';
import {faultOf, type Fault} from '../faults/fault.js';
import * as frames from '../faults/frames.js';
import type {WireEvent} from '../ubik/events.js';
import {encode, lineEnds, type Framing} from './encode.js';
import {quiet, withQuiet} from './quiet.js';

interface Options {
  readonly framing: Framing;
  readonly faults: readonly Fault[];
  /** Milliseconds of silence until a comment. */
  readonly keepAlive: number;
  readonly signal: AbortSignal;
  /** Breaks the connection. */
  readonly sever: () => void;
  /** What a message of these events holds. */
  readonly content: (events: readonly WireEvent[]) => string;
}

/** From events to bytes, through whatever is to go wrong on the way. */
export function pipeline(
  source: AsyncIterable<WireEvent>,
  options: Options,
): AsyncIterable<Uint8Array> {
  const {faults} = options;
  const end = lineEnds[faultOf(faults, 'line_ends')?.ends ?? 'lf'];
  const framing = faultOf(faults, 'framing')?.framing ?? options.framing;

  let told = source;
  for (const fault of faults) {
    if (fault.kind === 'snapshot') told = events.snapshot(told, fault, options.content);
    if (fault.kind === 'split') told = events.split(told, fault);
    if (fault.kind === 'shuffle') told = events.shuffle(told, fault);
  }
  let lines = encoded(told, framing, end, options.keepAlive);
  for (const fault of faults) {
    if (fault.kind === 'duplicate') lines = frames.duplicate(lines, fault, end);
    if (fault.kind === 'malformed') lines = frames.malformed(lines, fault, end);
    if (fault.kind === 'comments') lines = frames.comments(lines, fault, end);
  }
  let bytes = inBytes(lines);
  for (const fault of faults) {
    if (fault.kind === 'drop' || fault.kind === 'end' || fault.kind === 'stall') {
      bytes = frames.interrupt(bytes, fault, options);
    }
  }
  const chunks = faultOf(faults, 'cut');
  return chunks ? frames.cut(bytes, chunks) : bytes;
}

async function* encoded(
  source: AsyncIterable<WireEvent>,
  framing: Framing,
  end: string,
  keepAlive: number,
): AsyncIterable<string> {
  for await (const event of withQuiet(source, keepAlive)) {
    yield event === quiet ? `: keep-alive${end}${end}` : encode(event, framing, end);
  }
}

async function* inBytes(source: AsyncIterable<string>): AsyncIterable<Uint8Array> {
  const encoder = new TextEncoder();
  for await (const text of source) yield encoder.encode(text);
}
