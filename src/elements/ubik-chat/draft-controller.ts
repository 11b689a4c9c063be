import type {ReactiveControllerHost} from 'lit';
import type {ChatController} from '../../controller/chat-controller.js';
import type {ChatEvent} from '../../controller/types.js';
import {UbikSendRequestEvent} from '../events.js';
import {type Attachment, contextKey, withContext} from '../shared/attachment.js';
import type {UbikChat} from './ubik-chat.js';
import {UploadController} from './uploads.js';

type DraftHost = ReactiveControllerHost & EventTarget & Pick<UbikChat, 'context'>;

interface DraftCallbacks {
  /** Called when a message is sent. */
  readonly onSend: () => void;
  /** Called with the error if a message of the user could not be sent. */
  readonly onRejected: (error: unknown) => void;
}

/** The message in the composer: its text, which survives a reload, its attachments, and sending it. */
export class DraftController {
  readonly #host: DraftHost;
  readonly #controller: ChatController;
  readonly #callbacks: DraftCallbacks;
  readonly #uploads: UploadController;
  #text = '';

  constructor(host: DraftHost, controller: ChatController, callbacks: DraftCallbacks) {
    this.#host = host;
    this.#controller = controller;
    this.#callbacks = callbacks;
    this.#uploads = new UploadController(host, (file, options) => controller.upload(file, options));
  }

  get text(): string {
    return this.#text;
  }

  /** The uploaded files, and before them the context of the page if the protocol sends one. */
  get attachments(): readonly Attachment[] {
    const sendsContext = this.#controller.operations.send?.carriesContext;
    return withContext(this.#uploads.attachments, sendsContext ? this.#host.context : undefined);
  }

  setText(text: string): void {
    if (text === this.#text) return;
    this.#show(text);
    this.#controller.remember('draft', text === '' ? undefined : text);
  }

  /** Restores the stored text when the chat is ready, and discards everything when it is shut down. */
  onChatEvent({type}: ChatEvent): void {
    if (type === 'ready') this.#show(this.#text || (this.#controller.recall('draft') ?? ''));
    if (type !== 'shutdown') return;
    this.#show('');
    this.#uploads.clear();
    this.#host.context = undefined;
  }

  addFiles(files: readonly File[]): void {
    this.#uploads.add(files);
  }

  /** @param key The key of a file, or `contextKey`. */
  remove(key: string): void {
    if (key === contextKey) this.#host.context = undefined;
    else this.#uploads.remove(key);
  }

  /** Sends a message unless a listener of `ubik-send-request` cancels it; resolves when the turn has ended. */
  async requestSend(text: string, files: readonly string[]): Promise<void> {
    if (this.#host.dispatchEvent(new UbikSendRequestEvent(text, files)))
      await this.#send(text, files);
  }

  /** Sends what the user wrote. A text that could not be sent returns to the composer, unless that has another one. */
  async submit(text: string, files: readonly string[] = []): Promise<void> {
    try {
      await this.#send(text, files);
    } catch (error) {
      this.setText(this.#text || text);
      this.#callbacks.onRejected(error);
    }
  }

  /** Sends a suggestion unless a listener of `ubik-send-request` cancels it. */
  readonly submitSuggestion = (text: string): void => {
    if (this.#host.dispatchEvent(new UbikSendRequestEvent(text, []))) void this.submit(text);
  };

  async #send(text: string, files: readonly string[]): Promise<void> {
    const {context} = this.#host;
    this.#uploads.clear();
    this.#callbacks.onSend();
    await this.#controller.send(text, {files, ...(context && {context})});
  }

  #show(text: string): void {
    if (text === this.#text) return;
    this.#text = text;
    this.#host.requestUpdate();
  }
}
