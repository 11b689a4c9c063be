import type {ReactiveControllerHost} from 'lit';
import {ChatError} from '../../controller/http/errors.js';
import type {FileInfo} from '../../core/protocol/session-types.js';
import type {Attachment} from '../shared/attachment.js';
import {renderPicture} from '../shared/picture.js';

/** Uploads one file; reports its progress from 0 to 1. */
export type Upload = (
  file: File,
  options: {signal: AbortSignal; onProgress: (fraction: number) => void},
) => Promise<FileInfo>;

/** The files of the message being written, from selection to sending. */
export class UploadController {
  readonly #host: ReactiveControllerHost;
  readonly #upload: Upload;
  readonly #running = new Map<string, AbortController>();
  #attachments: readonly Attachment[] = [];
  #count = 0;

  constructor(host: ReactiveControllerHost, upload: Upload) {
    this.#host = host;
    this.#upload = upload;
  }

  get attachments(): readonly Attachment[] {
    return this.#attachments;
  }

  add(files: readonly File[]): void {
    for (const file of files) void this.#start(file);
  }

  /** Removes a file; aborts its upload if it is not complete. */
  remove(key: string): void {
    this.#running.get(key)?.abort();
    this.#running.delete(key);
    this.#set(this.#attachments.filter(attachment => attachment.key !== key));
  }

  /** Removes all files: after sending, or when the session is left. */
  clear(): void {
    for (const {key} of this.#attachments) this.remove(key);
  }

  async #start(file: File): Promise<void> {
    const key = String((this.#count += 1));
    const running = new AbortController();
    this.#running.set(key, running);
    this.#set([...this.#attachments, {key, name: file.name, status: 'uploading'}]);
    if (file.type.startsWith('image/')) void this.#picture(key, file);
    try {
      const {signal} = running;
      const onProgress = (fraction: number) => this.#change(key, {progress: fraction * 100});
      const {id, status} = await this.#upload(file, {signal, onProgress});
      this.#change(key, {file: id, status: status === 'failed' ? 'failed' : 'ready'});
    } catch (error) {
      const details = error instanceof ChatError && {error: error.info};
      this.#change(key, {status: 'failed', unsent: file, ...details});
    } finally {
      this.#running.delete(key);
    }
  }

  /** Adds a preview. An image without one has an icon, like any other file. */
  async #picture(key: string, file: File): Promise<void> {
    try {
      this.#change(key, {picture: await renderPicture(file)});
    } catch {
      return;
    }
  }

  #change(key: string, change: Partial<Attachment>): void {
    this.#set(
      this.#attachments.map(attachment =>
        attachment.key === key ? {...attachment, ...change} : attachment,
      ),
    );
  }

  #set(attachments: readonly Attachment[]): void {
    this.#attachments = attachments;
    this.#host.requestUpdate();
  }
}
