import type {ChatEvent, TurnOutcome} from '../../controller/types.js';
import {findMessage} from '../../core/model/messages.js';
import type {ApplicationContext} from '../../core/protocol/types.js';
import type {UbikDraftRequestEvent} from '../events.js';
import {type Attachment, contextKey, withContext} from './attachment.js';
import {AfterPause} from '../shared/after-pause.js';
import {LONG_TEXT} from '../shared/text/long-text.js';
import type {SharedConversation} from './shared-conversation.js';
import {Attachments} from './attachments.js';

/** What an app proposes for the next message. */
type Offer = Pick<UbikDraftRequestEvent, 'text' | 'context'>;

/** The message being written: its text, which survives a reload, its attachments, and sending it. */
export class Draft {
  readonly #shared: SharedConversation;
  readonly #attachments: Attachments;
  #text = '';
  /** Stores a long text. */
  readonly #pause = new AfterPause();
  /** The files of the last message. */
  #lastFiles: readonly Attachment[] = [];
  /** Data of an app for the next message. */
  #offered: ApplicationContext | undefined;

  constructor(shared: SharedConversation) {
    this.#shared = shared;
    this.#attachments = new Attachments(shared);
  }

  get text(): string {
    return this.#text;
  }

  /** The uploaded files. */
  get files(): readonly Attachment[] {
    return this.#attachments.all;
  }

  /** The context of the page, or else what an app offered, if the protocol sends one. */
  get context(): ApplicationContext | undefined {
    return this.#shared.controller.operations.send?.carriesContext ? this.#context : undefined;
  }

  get #context(): ApplicationContext | undefined {
    return this.#shared.owner.context() ?? this.#offered;
  }

  /** The uploaded files, and before them the context. */
  get attachments(): readonly Attachment[] {
    return withContext(this.files, this.context);
  }

  setText(text: string): void {
    if (text === this.#text) return;
    this.#show(text);
    if (text.length > LONG_TEXT) this.#pause.start(this.#store);
    else this.#store();
  }

  readonly #store = (): void => {
    this.#pause.cancel();
    this.#shared.controller.remember('draft', this.#text === '' ? undefined : this.#text);
  };

  /** Takes over what an app proposes, unless something of the user or the page would be replaced. */
  offer({text, context}: Offer): boolean {
    const isFree =
      text === undefined
        ? !this.#shared.owner.context() &&
          this.#shared.controller.operations.send?.carriesContext === true
        : this.#text.trim() === '';
    if (!isFree) return false;
    if (text !== undefined) this.setText(text);
    if (context?.data !== undefined) this.#offered = context;
    else if (context?.title === this.#offered?.title) this.#offered = undefined;
    this.#shared.update();
    return true;
  }

  /** Restores the stored text when the chat is ready; stores what was written before the consent. */
  restore(): void {
    if (this.#text === '') this.#show(this.#shared.controller.recall('draft') ?? '');
    else this.#store();
  }

  /**
   * Discards everything when the user leaves. In another session the text and the files stay; a new session that the first
   * message or upload has named is not another one.
   */
  onChatEvent(event: ChatEvent): void {
    const {type} = event;
    const isOther = type === 'session-change' && event.before !== undefined;
    if (isOther && this.#shared.controller.operations.upload) this.#attachments.repeat();
    if (type === 'shutdown') this.#shared.owner.clearContext();
    else if (type !== 'leave') return;
    this.#pause.cancel();
    this.#show('');
    this.#attachments.clear();
    this.#lastFiles = [];
    this.#offered = undefined;
  }

  addFiles(files: readonly File[]): void {
    this.#attachments.add(files);
  }

  /** @param key The key of a file, or `contextKey`. */
  remove(key: string): void {
    if (key !== contextKey) this.#attachments.remove(key);
    else if (this.#shared.owner.context()) this.#shared.owner.clearContext();
    else this.#offered = undefined;
    this.#shared.update();
  }

  /** Sends what the user wrote. What could not be sent returns to the composer; the text unless that has another one. */
  async submit(text: string, files: readonly string[] = []): Promise<void> {
    try {
      await this.send(text, files);
    } catch (error) {
      this.setText(this.#text || text);
      this.#shared.error.showRejection(error);
    }
  }

  /** Withdraws the message that was not sent. It returns to the composer; its text unless that has another one. */
  withdraw(): void {
    const text = this.#shared.controller.withdraw();
    if (text === undefined) return;
    this.setText(this.#text || text);
    this.#attachments.restore(this.#lastFiles);
  }

  /** Replaces a message. Its files return to the composer, unless the edited message has them. */
  async edit(id: string, text: string): Promise<void> {
    const {controller} = this.#shared;
    const message = findMessage(controller.conversation, id);
    const isReturned = message && !controller.operations.edit?.keepsFiles;
    const files = isReturned ? this.#attachments.sentWith(message) : [];
    this.#shared.onSend();
    const edited = controller.edit(id, text);
    this.#attachments.restore(files);
    this.#lastFiles = files;
    try {
      await edited;
    } catch (error) {
      for (const {key} of files) this.#attachments.remove(key);
      this.setText(this.#text || text);
      throw error;
    }
  }

  /**
   * Sends a message with the context of the page; resolves when the turn has ended. If it could not begin, rejects, and the
   * files return to the composer; the whole message does if the user stopped it before it was sent.
   */
  async send(text: string, files: readonly string[]): Promise<TurnOutcome> {
    const context = this.#context;
    const offered = this.#offered;
    const sent = this.#attachments.send(files);
    this.#offered = undefined;
    this.#lastFiles = sent;
    this.#shared.onSend();
    try {
      const outcome = await this.#shared.controller.send(text, {files, ...(context && {context})});
      if (outcome.status === 'not-sent' && !outcome.error) {
        this.#offered ??= offered;
        this.withdraw();
      }
      return outcome;
    } catch (error) {
      this.#offered ??= offered;
      this.#attachments.restore(sent);
      throw error;
    }
  }

  #show(text: string): void {
    if (text === this.#text) return;
    this.#text = text;
    this.#shared.update();
  }
}
