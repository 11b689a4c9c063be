import type {Frame} from '../sse/frame.js';
import {
  FORMAT,
  VERSION,
  type Chunk,
  type Ending,
  type Opening,
  type Recording,
  type RecordingHead,
} from './recording.js';

/** Serializes a recording. Store the text as UTF-8. */
export function writeRecording({head, parts, end}: Recording): string {
  const lines = [writeHead(head), ...parts.map(writePart), ...(end ? [writePart(end)] : [])];
  return lines.join('');
}

/** The first line of a file. With `writePart`, a file can be written while recording. */
export const writeHead = (head: RecordingHead): string =>
  line({format: FORMAT, version: VERSION, ...head});

/** Any other line of a file. */
export function writePart(part: Chunk | Opening | Ending): string {
  if (!('bytes' in part)) return line(part);
  const characters = Array.from(part.bytes, byte => String.fromCharCode(byte));
  return line({at: part.at, bytes: characters.join('')});
}

/** A chunk of bytes received at a time, in milliseconds since the start. */
export function chunkOf(at: number, bytes: Uint8Array): Chunk {
  const text = decode(bytes);
  return text === undefined ? {at, bytes} : {at, text};
}

/** Decodes complete, valid UTF-8; returns `undefined` for any other bytes. */
function decode(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', {fatal: true, ignoreBOM: true}).decode(bytes);
  } catch {
    return undefined;
  }
}

/** Serializes a frame in the event stream format of the HTML standard. */
export function writeFrame({event, id, data}: Frame): string {
  const field = (name: string, value: string | undefined): string =>
    value === undefined ? '' : `${name}: ${value}\n`;
  const lines = data.split(/\r\n?|\n/).map(text => `data: ${text}\n`);
  return `${field('event', event)}${field('id', id)}${lines.join('')}\n`;
}

const line = (value: object): string => `${JSON.stringify(value)}\n`;
