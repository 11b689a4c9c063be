import {setTimeout as sleep} from 'node:timers/promises';
import type {FaultOf} from './fault.js';

type Frames = AsyncIterable<string>;

/** Frames that no client can use: each must be skipped, and nothing else be lost. */
const rubbish = (end: string): readonly string[] => [
  `data: {"type": "response_chunk", "content": "never ends${end}${end}`,
  `data: 42${end}${end}`,
  `data: null${end}${end}`,
  `data: [DONE]${end}${end}`,
  `data: {"content": "no type"}${end}${end}`,
  `data: {"type": "from_the_future", "timestamp": "not a time", "content": 7}${end}${end}`,
  `event: ${end}id: 1${end}nonsense${end}data:${end}${end}`,
  `data: {"type": "response_chunk_delta_sse", "chunk_id": 1, "chunk_index": -1, "total_chunks": 0}${end}${end}`,
];

/** After every n-th frame comes one that makes no sense. */
export async function* malformed(
  source: Frames,
  {every}: FaultOf<'malformed'>,
  end: string,
): Frames {
  const bad = rubbish(end);
  let n = 0;
  for await (const text of source) {
    yield text;
    if (++n % every === 0) yield bad[(n / every - 1) % bad.length] ?? '';
  }
}

/** Every n-th frame comes twice; each has an `id`, which shows that the second one is the same. */
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

/** After every n-th frame comes a comment. */
export async function* comments(source: Frames, {every}: FaultOf<'comments'>, end: string): Frames {
  let n = 0;
  for await (const text of source) {
    yield text;
    if (++n % every === 0) yield `: still here${end}${end}`;
  }
}

type Interruption = FaultOf<'drop'> | FaultOf<'end'> | FaultOf<'stall'>;

/** Bytes until the interruption: the connection is broken (`sever`), ends, or goes silent. */
export async function* interrupt(
  source: AsyncIterable<Uint8Array>,
  fault: Interruption,
  {signal, sever}: {readonly signal: AbortSignal; readonly sever: () => void},
): AsyncIterable<Uint8Array> {
  let room = fault.after_bytes ?? Infinity;
  let frames = fault.after_bytes === undefined ? (fault.at_frame ?? 0) : Infinity;
  let due = true;
  for await (const bytes of source) {
    if (due && (frames <= 0 || room <= bytes.length)) {
      const kept = frames <= 0 ? 0 : room;
      if (kept > 0) yield bytes.subarray(0, kept);
      if (fault.kind === 'end') return;
      if (fault.kind === 'drop') {
        // What was sent must reach the client before the connection breaks.
        await sleep(20);
        sever();
        return;
      }
      await silence(fault.ms, signal);
      due = false;
      if (kept < bytes.length) yield bytes.subarray(kept);
      continue;
    }
    frames--;
    room -= bytes.length;
    yield bytes;
  }
}

async function silence(milliseconds: number | undefined, signal: AbortSignal): Promise<void> {
  const longest = 2 ** 31 - 1;
  await sleep(milliseconds ?? longest, undefined, {signal}).catch(() => undefined);
}

/** The same bytes in chunks of `size`, each sent by itself. */
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
