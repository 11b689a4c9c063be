import {refusal} from '../http/errors.js';
import {randomUuid} from '../random-uuid.js';
import type {FileInfo} from '../../core/protocol/session-types.js';
import type {FileLike, Protocol} from '../../core/protocol/types.js';

/** Bytes that are converted by one call, because arguments are limited. */
const step = 0x2000;

/** Reads a file that goes with the message itself. Rejects with `too_large` if the protocol does not allow its size. */
export async function inlineFile(
  file: FileLike,
  {maxBytes}: NonNullable<Protocol['inlineFiles']>,
): Promise<FileInfo> {
  const {name, size} = file;
  const mediaType = file.type || 'application/octet-stream';
  if (size > maxBytes) throw refusal('too_large', `${name}: > ${maxBytes / 2 ** 20} MB`);
  const bytes = new Uint8Array(await (file as FileLike & Blob).arrayBuffer());
  let binary = '';
  for (let at = 0; at < bytes.length; at += step) {
    binary += String.fromCharCode(...bytes.subarray(at, at + step));
  }
  const url = `data:${mediaType};base64,${btoa(binary)}`;
  return {id: randomUuid(), name, status: 'ready', mediaType, size, url};
}
