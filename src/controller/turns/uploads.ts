import {reasonOf} from '../http/abort-reason.js';
import {ChatError, refusal, toErrorInfo} from '../http/errors.js';
import {withRetries} from '../http/retry.js';
import {delay} from '../delay.js';
import {randomUuid} from '../random-uuid.js';
import type {TurnsChat} from './turns-chat.js';
import type {FileInfo} from '../../core/protocol/session-types.js';
import type {FileLike, Protocol} from '../../core/protocol/types.js';

export interface UploadOptions {
  readonly signal?: AbortSignal;
  /** From 0 to 1, while the file is uploaded. */
  readonly onProgress?: (share: number) => void;
}

/** Uploads files to the session, and waits until the server has processed them. */
export class FileUploads {
  readonly #chat: TurnsChat;

  constructor(chat: TurnsChat) {
    this.#chat = chat;
  }

  /** Resolves once the file is ready; rejects if it cannot be processed. */
  async upload(file: FileLike, options: UploadOptions = {}): Promise<FileInfo> {
    try {
      return await this.#upload(file, options);
    } catch (error) {
      const {state, signal} = this.#chat;
      const isWanted = !signal.aborted && !options.signal?.aborted;
      if (isWanted) {
        const info = toErrorInfo(error);
        state.emit({type: 'error', error: info, failed: 'upload', file: file.name});
      }
      throw error;
    }
  }

  async #upload(file: FileLike, {signal, onProgress}: UploadOptions): Promise<FileInfo> {
    const {client} = this.#chat;
    const {inlineFiles} = client.protocol;
    await assertReadable(file);
    if (inlineFiles) {
      const read = await inlineFile(file, inlineFiles);
      this.#chat.state.files.set(read.id, read);
      return read;
    }
    const upload = client.supported(client.operations.upload);
    const end = client.until(signal);
    const input = {session: await this.#session(), file};
    const uploaded = await client
      .request(upload, input, {signal: end, onProgress})
      .catch(async (error: unknown) => {
        await assertReadable(file); // It may have changed in the meantime.
        throw error;
      });
    onProgress?.(1);
    const ready = await this.#processed(uploaded, end);
    this.#chat.state.files.set(ready.id, ready);
    return ready;
  }

  /** The session for a file. If the user opens another one while it is created, the next message, and so its files, go there. */
  async #session(): Promise<string> {
    const {sessions, left} = this.#chat;
    try {
      return await sessions.ensure();
    } catch (error) {
      if (!left.aborted) throw error;
      return sessions.ensure();
    }
  }

  async #processed(uploaded: FileInfo, signal: AbortSignal): Promise<FileInfo> {
    const {client, settings} = this.#chat;
    const {environment, limits} = settings;
    const look = client.operations.file;
    let file = uploaded;
    for (let pollMs = limits.firstPollMs; look && file.status === 'processing'; pollMs *= 1.5) {
      if (!(await delay(Math.min(pollMs, limits.maxPollMs), signal, environment)))
        throw reasonOf(signal);
      const input = {file: file.id};
      const load = (): Promise<FileInfo> => client.request(look, input, {signal});
      file = {...file, ...(await withRetries(load, {settings, signal}))};
    }
    if (file.status !== 'failed') return file;
    const detail = file.error;
    throw new ChatError({code: 'file_failed', ...(detail && {detail}), retryable: false});
  }
}

/**
 * Rejects with `file_unreadable` if the browser cannot read a file: to send a folder, or a file that was changed or removed
 * since it was chosen, would fail as if the server could not be reached.
 */
async function assertReadable(file: FileLike): Promise<void> {
  try {
    await (file as FileLike & Blob).slice(0, 1).arrayBuffer();
  } catch {
    throw refusal('file_unreadable');
  }
}

/** Bytes that are converted by one call, because arguments are limited. */
const bytesPerCall = 0x2000;

/** Reads a file that goes with the message itself. Rejects with `too_large` if the protocol does not allow its size. */
async function inlineFile(
  file: FileLike,
  {maxBytes}: NonNullable<Protocol['inlineFiles']>,
): Promise<FileInfo> {
  const {name, size} = file;
  const mediaType = file.type || 'application/octet-stream';
  if (size > maxBytes) throw refusal('too_large', `${name}: > ${maxBytes / 2 ** 20} MB`);
  const bytes = new Uint8Array(await (file as FileLike & Blob).arrayBuffer());
  let binary = '';
  for (let at = 0; at < bytes.length; at += bytesPerCall) {
    binary += String.fromCharCode(...bytes.subarray(at, at + bytesPerCall));
  }
  const url = `data:${mediaType};base64,${btoa(binary)}`;
  return {id: randomUuid(), name, status: 'ready', mediaType, size, url};
}
