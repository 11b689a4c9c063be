import {ChatError} from '../../controller/http/errors.js';
import type {MessageItem} from '../../core/model/item.js';
import type {Attachment} from './attachment.js';
import type {SharedConversation} from './shared-conversation.js';

/** The files of the message being written, from selection to sending. */
export class Attachments {
  readonly #shared: SharedConversation;
  readonly #running = new Map<string, AbortController>();
  #all: readonly Attachment[] = [];
  /** The files that were sent with messages, for `restore`. */
  #sent: readonly Attachment[] = [];
  #count = 0;

  constructor(shared: SharedConversation) {
    this.#shared = shared;
  }

  get all(): readonly Attachment[] {
    return this.#all;
  }

  add(files: readonly File[]): void {
    for (const file of files) void this.#start(file);
  }

  /** Removes a file; aborts its upload if it is not complete. */
  remove(key: string): void {
    this.#running.get(key)?.abort();
    this.#running.delete(key);
    this.#set(this.#all.filter(attachment => attachment.key !== key));
  }

  /** Removes the files with these ids, because they are sent; all others stay. Returns what was removed. */
  send(ids: readonly string[]): readonly Attachment[] {
    const sent = this.#all.filter(({file}) => file !== undefined && ids.includes(file));
    this.#sent = [...this.#sent, ...sent];
    for (const {key} of sent) this.remove(key);
    return sent;
  }

  /** The files of a message that were sent in this page. */
  sentWith({children}: MessageItem): readonly Attachment[] {
    const left = [...this.#sent];
    // From the last one, because of files with the same name, those of the last message are the last.
    const found = children.toReversed().flatMap(item => {
      if (item.kind !== 'file') return [];
      const index = left.findLastIndex(({file, name}) =>
        item.documentId === undefined ? name === item.name : file === item.documentId,
      );
      return index === -1 ? [] : left.splice(index, 1);
    });
    return found.reverse();
  }

  /** Attaches files again that were sent. */
  restore(sent: readonly Attachment[]): void {
    this.#set([...new Set([...this.#all, ...sent])]);
  }

  /** Uploads the files again that are attached, because those of one session are unknown in another one. */
  repeat(): void {
    for (const {key, source, status} of this.#all) {
      if (!source || status === 'failed') continue;
      this.remove(key);
      this.add([source]);
    }
  }

  /** Removes all files when the user leaves. */
  clear(): void {
    this.#sent = [];
    for (const {key} of this.#all) this.remove(key);
  }

  async #start(file: File): Promise<void> {
    const {controller, owner} = this.#shared;
    const key = String((this.#count += 1));
    const running = new AbortController();
    this.#running.set(key, running);
    const {name, size} = file;
    this.#set([...this.#all, {key, name, size, source: file, status: 'uploading'}]);
    owner.announce(({composer}) => composer.uploading(name));
    if (file.type.startsWith('image/')) void this.#picture(key, file);
    try {
      const {signal} = running;
      const onProgress = (fraction: number) => this.#change(key, {progress: fraction * 100});
      const {id, status} = await controller.upload(file, {signal, onProgress});
      this.#change(key, {file: id, status: status === 'failed' ? 'failed' : 'ready'});
      if (status !== 'failed') owner.announce(({composer}) => composer.uploaded(name));
    } catch (error) {
      const details = error instanceof ChatError && {error: error.info};
      this.#change(key, {status: 'failed', ...details});
    } finally {
      this.#running.delete(key);
    }
  }

  /** Adds a preview. An image without one has an icon, like any other file. */
  async #picture(key: string, file: File): Promise<void> {
    try {
      const {renderPicture} = await import('../shared/picture.js');
      this.#change(key, {picture: await renderPicture(file)});
    } catch {
      return;
    }
  }

  #change(key: string, change: Partial<Attachment>): void {
    this.#set(
      this.#all.map(attachment =>
        attachment.key === key ? {...attachment, ...change} : attachment,
      ),
    );
  }

  #set(attachments: readonly Attachment[]): void {
    this.#all = attachments;
    this.#shared.update();
  }
}
