import {FrameParser} from '../sse/frame-parser.js';
import type {Frame} from '../sse/frame.js';
import {LineParser} from '../sse/line-parser.js';
import {writeFrame} from './write.js';
import type {Chunk, Opening, Recording, RecordingHead} from './recording.js';

/** A frame with the time of its last byte. */
export interface TimedFrame {
  /** Milliseconds since the start. */
  readonly at: number;
  readonly frame: Frame;
  /** Whether it is the first frame of a connection that replays the run from its beginning. */
  readonly restarted?: boolean;
}

/** The bytes of a chunk. */
export const bytesOf = (chunk: Chunk): Uint8Array =>
  'bytes' in chunk ? chunk.bytes : new TextEncoder().encode(chunk.text);

/** The frames of a recording in order of arrival. */
export function* framesOf({
  head,
  parts,
  end,
}: Pick<Recording, 'head' | 'parts' | 'end'>): Generator<TimedFrame> {
  let cutter = new Cutter(head.framing);
  let restarted = false;
  let last = 0;
  const timed = function* (at: number, frames: Iterable<Frame>): Generator<TimedFrame> {
    for (const frame of frames) {
      yield {at, frame, ...(restarted && {restarted})};
      restarted = false;
    }
  };
  for (const part of parts) {
    last = part.at;
    if ('open' in part) {
      yield* timed(last, cutter.end());
      cutter = new Cutter(head.framing);
      restarted ||= part.open === 'replay';
    } else yield* timed(last, cutter.feed(part));
  }
  yield* timed(last, cutter.end(end?.end === 'closed'));
}

/** Creates a recording of frames whose bytes are unknown: each frame is written in the event stream format. */
export function recordFrames(head: RecordingHead, frames: readonly TimedFrame[]): Recording {
  const parts = frames.flatMap(({at, frame, restarted}): (Chunk | Opening)[] => [
    ...(restarted ? [{at, open: 'replay' as const}] : []),
    {at, text: writeFrame(frame)},
  ]);
  const end = {at: frames.at(-1)?.at ?? 0, end: 'closed' as const};
  return {head: {...head, framing: undefined}, parts, end};
}

/** Splits the bytes of one connection into frames, as a chat does. */
class Cutter {
  /** Keeps a byte order mark, because `#cut` removes the first one of a connection. */
  readonly #decoder = new TextDecoder('utf-8', {ignoreBOM: true});
  readonly #parser: FrameParser | LineParser | undefined;
  #fresh = true;
  #hasStarted = false;

  constructor(framing: RecordingHead['framing']) {
    if (framing === undefined) this.#parser = new FrameParser();
    if (framing === 'lines') this.#parser = new LineParser();
  }

  feed(chunk: Chunk): readonly Frame[] {
    const text =
      'bytes' in chunk
        ? this.#decoder.decode(chunk.bytes, {stream: true})
        : this.#decoder.decode() + chunk.text;
    return this.#cut(text);
  }

  /** `isClosed`: the server has ended the connection regularly. */
  end(isClosed = false): readonly Frame[] {
    const rest = this.#cut(this.#decoder.decode());
    if (this.#parser instanceof LineParser) return [...rest, ...this.#parser.flush()];
    if (!isClosed) return rest;
    if (this.#parser) return [...rest, ...this.#parser.flush()];
    return this.#hasStarted ? [...rest, {event: 'end', data: ''}] : rest;
  }

  #cut(text: string): readonly Frame[] {
    if (text === '') return [];
    const data = this.#fresh && text.startsWith('\uFEFF') ? text.slice(1) : text;
    this.#fresh = false;
    this.#hasStarted ||= data.trim() !== '';
    return this.#parser ? this.#parser.feed(data) : [{data}];
  }
}
