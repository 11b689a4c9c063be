import {shuffle, split} from '../../../demo/server/faults/events.js';
import {shuffleEntries} from '../../../demo/server/faults/random.js';
import type {StoredEvent} from '../../../demo/server/ubik/events.js';

/** Changes to the frames of a stream whose protocol defines their order or their repetition. */
export type Disorder =
  'repeated frames' | 'swapped frames' | 'repeated pieces' | 'swapped pieces' | 'replayed stream';

/** An event stream with its frames in disorder. */
export async function* disorder(
  source: AsyncIterable<Uint8Array>,
  kind: Disorder,
  seed: number,
): AsyncGenerator<Uint8Array> {
  const frames = framesOf(source);
  if (kind === 'repeated frames') yield* repeated(frames, 2 + (seed % 4));
  else if (kind === 'replayed stream') yield* replayed(frames, 2 + (seed % 40));
  else {
    const events = eventsOf(frames);
    if (kind === 'swapped frames') {
      yield* encoded(shuffle(events, {kind: 'shuffle', window: 2 + (seed % 7), seed, times: 1}));
      return;
    }
    const options = {kind: 'split', size: 20 + (seed % 60), seed, times: 1} as const;
    const pieces = encoded(split(events, {...options, shuffle: kind === 'swapped pieces'}));
    if (kind === 'swapped pieces') yield* pieces;
    else yield* repeatedPieces(pieces, seed);
  }
}

const encoder = new TextEncoder();

/** The frames as received, each with the empty line at its end. */
async function* framesOf(source: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const bytes of source) {
    rest += decoder.decode(bytes, {stream: true});
    const parts = rest.split('\n\n');
    rest = parts.pop() ?? '';
    for (const part of parts) yield `${part}\n\n`;
  }
  if (rest !== '') yield rest;
}

/** The events of the Ubik Agent API. Comments are left out. */
async function* eventsOf(frames: AsyncIterable<string>): AsyncGenerator<StoredEvent> {
  for await (const frame of frames) {
    const data = /^data: (.*)$/m.exec(frame)?.[1];
    if (data !== undefined) yield JSON.parse(data) as StoredEvent;
  }
}

async function* encoded(events: AsyncIterable<StoredEvent>): AsyncGenerator<Uint8Array> {
  for await (const event of events) yield encoder.encode(`data: ${JSON.stringify(event)}\n\n`);
}

/** Repeats every n-th frame. */
async function* repeated(frames: AsyncIterable<string>, every: number): AsyncGenerator<Uint8Array> {
  let count = 0;
  for await (const frame of frames) {
    count += 1;
    yield encoder.encode(count % every === 0 ? frame + frame : frame);
  }
}

/** After this many frames the stream starts again from its first one. */
async function* replayed(frames: AsyncIterable<string>, after: number): AsyncGenerator<Uint8Array> {
  let sent = '';
  let count = 0;
  for await (const frame of frames) {
    sent += frame;
    count += 1;
    yield encoder.encode(count === after ? frame + sent : frame);
  }
}

/** Repeats some of the last frames, in another order, if they are chunks of events. */
async function* repeatedPieces(
  frames: AsyncIterable<Uint8Array>,
  seed: number,
): AsyncGenerator<Uint8Array> {
  let pieces: Uint8Array[] = [];
  for await (const frame of frames) {
    yield frame;
    if (!Buffer.from(frame).includes('_delta_sse')) pieces = [];
    else if (pieces.push(frame) >= 4) {
      yield* shuffleEntries(pieces, seed).slice(0, 2);
      pieces = [];
    }
  }
}
