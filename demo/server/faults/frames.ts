import {setTimeout as sleep} from 'node:timers/promises';
import type {FaultOf} from './fault.js';

type Frames = AsyncIterable<string>;

/** Invalid frames: a client must skip each of them and lose nothing else. */
const malformedFrames = (end: string): readonly string[] => [
  `data: {"type": "response_chunk", "content": "never ends${end}${end}`,
  `data: 42${end}${end}`,
  `data: null${end}${end}`,
  `data: [DONE]${end}${end}`,
  `data: {"content": "no type"}${end}${end}`,
  `data: {"type": "from_the_future", "timestamp": "not a time", "content": 7}${end}${end}`,
  `event: ${end}id: 1${end}nonsense${end}data:${end}${end}`,
  `data: {"type": "response_chunk_delta_sse", "chunk_id": 1, "chunk_index": -1, "total_chunks": 0}${end}${end}`,
];

/** Inserts an invalid frame after every n-th frame. */
export async function* malformed(
  source: Frames,
  {every}: FaultOf<'malformed'>,
  end: string,
): Frames {
  const bad = malformedFrames(end);
  let n = 0;
  for await (const text of source) {
    yield text;
    if (++n % every === 0) yield bad[(n / every - 1) % bad.length] ?? '';
  }
}

/** Repeats every n-th frame. All frames get an `id`, by which a client detects duplicates. */
export async function* duplicate(
  source: Frames,
  {every}: FaultOf<'duplicate'>,
  end: string,
): Frames {
  let n = 0;
  for await (const text of source) {
    if (text.startsWith(':')) {
      yield text;
      continue;
    }
    const numbered = `id: ${++n}${end}${text}`;
    yield numbered;
    if (n % every === 0) yield numbered;
  }
}

/** Inserts a comment after every n-th frame. */
export async function* comments(source: Frames, {every}: FaultOf<'comments'>, end: string): Frames {
  let n = 0;
  for await (const text of source) {
    yield text;
    if (++n % every === 0) yield `: still here${end}${end}`;
  }
}

/** The longest delay of a timer. */
const maxDelayMs = 2 ** 31 - 1;

const comment = new TextEncoder().encode(': still here\n\n');

type Interruption = FaultOf<'drop'> | FaultOf<'end'> | FaultOf<'stall'>;

/** Interrupts a stream: destroys the connection (`sever`), ends the stream, or stalls. */
export async function* interrupt(
  source: AsyncIterable<Uint8Array>,
  fault: Interruption,
  {signal, sever}: {readonly signal: AbortSignal; readonly sever: () => void},
): AsyncIterable<Uint8Array> {
  let bytesLeft = fault.after_bytes ?? Infinity;
  let frames = fault.after_bytes === undefined ? (fault.at_frame ?? 0) : Infinity;
  let pending = true;
  for await (const bytes of source) {
    if (pending && (frames <= 0 || bytesLeft <= bytes.length)) {
      const length = frames <= 0 ? 0 : bytesLeft;
      if (length > 0) yield bytes.subarray(0, length);
      if (fault.kind === 'end') return;
      if (fault.kind === 'drop') {
        // The sent bytes must reach the client before the connection breaks.
        await sleep(20);
        sever();
        return;
      }
      yield* stall(fault, signal);
      pending = false;
      if (length < bytes.length) yield bytes.subarray(length);
      continue;
    }
    frames--;
    bytesLeft -= bytes.length;
    yield bytes;
  }
}

async function* stall(
  {ms = maxDelayMs, keep_alive: keepsAlive}: FaultOf<'stall'>,
  signal: AbortSignal,
): AsyncIterable<Uint8Array> {
  const end = performance.now() + ms;
  for (let left = ms; left > 0 && !signal.aborted; left = end - performance.now()) {
    const pause = keepsAlive ? Math.min(left, 1000) : left;
    await sleep(pause, undefined, {signal}).catch(() => undefined);
    if (keepsAlive) yield comment;
  }
}

/** Splits the bytes into chunks of `size`. */
export async function* cut(
  source: AsyncIterable<Uint8Array>,
  {size}: FaultOf<'cut'>,
): AsyncIterable<Uint8Array> {
  for await (const bytes of source) {
    for (let start = 0; start < bytes.length; start += size) {
      yield bytes.subarray(start, start + size);
      await sleep(0);
    }
  }
}
