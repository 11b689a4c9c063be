import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {it} from 'node:test';
import {bytesOf as bytesOfChunk, readRecording} from '../../../src/core/recording/index.js';
import {FrameParser} from '../../../src/core/sse/frame-parser.js';
import type {Frame} from '../../../src/core/sse/frame.js';

/** The whole stream of a recording, as text. */
export function recorded(protocol: 'ubik' | 'anthropic' | 'aishu', name: string): string {
  const at = new URL(`../../../demo/recordings/${protocol}/${name}.jsonl`, import.meta.url);
  const {parts, errors} = readRecording(readText(at));
  assert.deepEqual(errors, []);
  return Buffer.concat(
    parts.flatMap(part => ('open' in part ? [] : bytesOfChunk(part))),
  ).toString();
}

export function readText(at: URL): string {
  return readFileSync(at, 'utf8');
}

export function readJson(at: URL): unknown {
  return JSON.parse(readText(at));
}

/** The frames of a body that arrives in the given chunks. */
export function framesIn(chunks: Iterable<Uint8Array>): readonly Frame[] {
  const decoder = new TextDecoder();
  const parser = new FrameParser();
  return [...chunks].flatMap(chunk => parser.feed(decoder.decode(chunk, {stream: true})));
}

export function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

/** One byte at a time. */
export function byteByByte(bytes: Uint8Array): readonly Uint8Array[] {
  return Array.from(bytes, byte => Uint8Array.of(byte));
}

/** In two chunks, at every position. */
export function cutOnce(bytes: Uint8Array): readonly (readonly Uint8Array[])[] {
  return Array.from(bytes, (_, at) => [bytes.subarray(0, at), bytes.subarray(at)]);
}

/** The same body with each of the line ends that the HTML standard allows. */
export function lineEnds(text: string): readonly (readonly [name: string, text: string])[] {
  return [
    ['LF', text],
    ['CRLF', text.replaceAll('\n', '\r\n')],
    // A comment at the end, because a last CR could still be the half of a CRLF.
    ['CR', `${text.replaceAll('\n', '\r')}:\r`],
  ];
}

/** The frames with the given frame before each, and after the last. */
export function between(frames: readonly Frame[], extra: Frame): readonly Frame[] {
  return [...frames.flatMap(frame => [extra, frame]), extra];
}

export function frame(value: unknown, event?: string): Frame {
  return {data: JSON.stringify(value), ...(event !== undefined && {event})};
}

interface ReadBody {
  readonly body: string;
  readonly read: (frames: readonly Frame[]) => unknown;
  readonly expected: unknown;
  /** Frames that change nothing, wherever they are. */
  readonly extras: readonly Frame[];
}

/** Declares tests that a body is read the same whatever its line ends are, wherever it is cut, and with other frames in between. */
export function testReading(name: string, {body, read, expected, extras}: ReadBody): void {
  for (const [ends, ended] of lineEnds(body)) {
    it(`${name}, with ${ends}: the same, whole and byte by byte`, () => {
      assert.deepEqual(read(framesIn([bytesOf(ended)])), expected);
      assert.deepEqual(read(framesIn(byteByByte(bytesOf(ended)))), expected);
    });
  }

  it(`${name}: the same wherever it is cut`, () => {
    for (const chunks of cutOnce(bytesOf(body))) {
      assert.deepEqual(read(framesIn(chunks)), expected);
    }
  });

  it(`${name}: the same with unknown and broken frames in between`, () => {
    const frames = framesIn([bytesOf(body)]);
    for (const extra of extras) assert.deepEqual(read(between(frames, extra)), expected);
  });
}
