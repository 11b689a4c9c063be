import type {PropertyValues} from 'lit';
import {property, state} from 'lit/decorators.js';
import {ChatController} from '../../controller/chat-controller.js';
import {ChatError} from '../../controller/http/errors.js';
import type {
  ChatEvent,
  ChatFault,
  ChatStatus,
  FrameObserver,
  Reply,
} from '../../controller/types.js';
import {loadProtocol} from '../../controller/protocol-source.js';
import type {Conversation, Item} from '../../core/model/item.js';
import type {Onboarding, SessionInfo} from '../../core/protocol/session-types.js';
import type {Operations} from '../../core/protocol/types.js';
import {ChatSettings} from './chat-settings.js';
import {UbikErrorEvent, UbikSendEvent} from '../events.js';
import {domEvent} from './chat-events.js';
import type {SaveFormat} from '../shared/save.js';
import {faultWords} from '../locales/labels.js';

/** Where a chat stands while a run goes on, or is about to. */
const runs: ReadonlySet<ChatStatus> = new Set([
  'connecting',
  'streaming',
  'stopping',
  'reconnecting',
]);

/** Failures of a part whose words say what could not be done; all others are of a file that was not saved. */
const complete: ReadonlySet<string> = new Set([
  'not_copied',
  'copied_plain',
  'not_loaded',
  'not_read',
  'not_dictated',
]);

/** The conversation of a chat: its readable state, and what can be done with it. The controller does the work. */
export abstract class ChatSession extends ChatSettings {
  readonly #controller = new ChatController(this, {onEvent: event => this.onChatEvent(event)});

  /** What stands in the composer. */
  @state() protected draft = '';

  /** What failed beside the conversation, in words. */
  @state() protected trouble = '';

  /** How often the list of sessions has changed. */
  @state() protected changes = 0;

  /** Whether the session that was there at first is on screen. */
  #shown = false;

  /** Where it stands. */
  get status(): ChatStatus {
    return this.#controller.status;
  }

  /** While `connecting`: whether this connects to a run that was going on already, such as after a reload. */
  get resuming(): boolean {
    return this.#controller.resuming;
  }

  /** Everything that was said. To be set, before it connects, only where a server has drawn it already. */
  @property({attribute: false, noAccessor: true})
  get conversation(): Conversation {
    return this.#controller.conversation;
  }
  set conversation(conversation: Conversation) {
    this.#controller.show(conversation);
  }

  /** The session that is shown, once there is one. */
  get session(): SessionInfo | undefined {
    return this.#controller.session;
  }

  /** The last failure; gone when something succeeds. */
  get lastError(): ChatFault | undefined {
    return this.#controller.lastError;
  }

  /** Resolves when it is connected and shows what was said before. */
  get ready(): Promise<void> {
    return this.#controller.ready;
  }

  /** Lets a tool hear every frame of a run before it is folded; gives back how to end it. */
  observe(observer: FrameObserver): () => void {
    return this.#controller.observe(observer);
  }

  protected get controller(): ChatController {
    return this.#controller;
  }

  /** How the agent introduces itself, where the wire has it. */
  protected get onboarding(): Onboarding | undefined {
    return this.#controller.onboarding;
  }

  protected get operations(): Partial<Operations> {
    return this.#controller.operations;
  }

  /** What was said last. */
  protected get last(): Item | undefined {
    return this.conversation.children.at(-1);
  }

  /** Whether a run is going on, or about to. */
  protected get busy(): boolean {
    return runs.has(this.status);
  }

  /** Whether a session is known whose messages are not here yet. */
  protected get loading(): boolean {
    return this.session !== undefined && !this.#shown && this.conversation.children.length === 0;
  }

  /** Whether there is anything to talk to. */
  protected get reachable(): boolean {
    return this.endpoint !== '' || this.transport !== undefined;
  }

  /** Its buttons are those of its wire, so it is not drawn before that is there. */
  protected override get awaited(): Promise<unknown> | undefined {
    return this.reachable && this.source ? loadProtocol(this.source) : undefined;
  }

  /** A server writes the conversation that it renders beside it, too. */
  protected override createRenderRoot(): HTMLElement | DocumentFragment {
    const data = this.querySelector(':scope > script[data-conversation]')?.textContent;
    try {
      if (data) this.conversation = JSON.parse(data) as Conversation;
    } catch (error) {
      reportError(error); // The page is incomplete: the session has the conversation, too.
    }
    return super.createRenderRoot();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    super.willUpdate(changed);
    const options = this.changedOptions(changed);
    if (options) this.#controller.configure(options);
  }

  /** Sends a message; resolves when the turn has ended. A listener of `ubik-send` may cancel it. */
  async send(text: string, {files = []}: {files?: readonly string[]} = {}): Promise<void> {
    await this.#settled();
    if (this.dispatchEvent(new UbikSendEvent(text, files))) await this.deliver(text, files);
  }

  /** Stops the run; what has come stays. */
  async stop(): Promise<void> {
    await this.#controller.stop();
  }

  /** Answers a question by the id of its item; rejects where the answer has not reached the server. */
  async reply(request: string, reply: Reply): Promise<void> {
    await this.#controller.reply(request, reply);
  }

  /** Tries again what failed or was lost. */
  async retry(): Promise<void> {
    await this.#controller.retry();
  }

  /** Begins a new conversation. */
  async newSession(): Promise<void> {
    await this.#settled();
    await this.#controller.newSession();
  }

  /** Shows another session. */
  async loadSession(id: string): Promise<void> {
    await this.#settled();
    await this.#controller.loadSession(id);
  }

  /**
   * The user leaves: ends all work, and clears every trace of the user from storage, memory and screen, in all tabs.
   * The sessions stay on the server.
   */
  async shutdown(): Promise<void> {
    await this.#controller.shutdown();
  }

  /** Goes back to a checkpoint, with a word on what should go differently. */
  async restoreCheckpoint(name: string, {hint}: {hint?: string} = {}): Promise<void> {
    await this.#controller.restoreCheckpoint(name, hint === undefined ? {} : {hint});
  }

  /** Writes into the composer, without sending. */
  async setDraft(text: string): Promise<void> {
    this.keepDraft(text);
    await this.updateComplete;
  }

  /** What is being written survives a reload. */
  protected keepDraft(text: string): void {
    if (text === this.draft) return;
    this.draft = text;
    this.controller.remember('draft', text === '' ? undefined : text);
  }

  /** Hands the conversation to the reader as a file: Markdown to read on, or JSON as `conversation` is. */
  async save(format: SaveFormat): Promise<void> {
    const {save} = await import('../shared/save.js');
    save(this.conversation, format, this.strings);
  }

  /** Says a sentence to assistive technology. */
  protected abstract announce(words: string): void;

  /** Shows and announces why something that the user asked for could not be done. */
  protected readonly tellRefused = (error: unknown): void => {
    if (error instanceof DOMException && error.name === 'AbortError') return; // The user has left the session.
    const known = error instanceof ChatError;
    if (!known) reportError(error);
    const fault = known ? error.fault : {code: 'unknown', retryable: false};
    this.trouble = faultWords(fault, this.strings);
    this.announce(this.trouble);
    this.dispatchEvent(new UbikErrorEvent(fault));
  };

  /** Shows why a part could not copy, read aloud, dictate or save a file; gives back the words. */
  protected tellNotTaken(fault: ChatFault): string {
    const words = faultWords(fault, this.strings);
    this.trouble = complete.has(fault.code) ? words : `${this.strings.errors.not_saved} ${words}`;
    return this.trouble;
  }

  /** Sends what nobody canceled. */
  protected async deliver(text: string, files: readonly string[]): Promise<void> {
    const {context} = this;
    await this.#controller.send(text, {files, ...(context && {context})});
  }

  /** Sends what the user wrote. What cannot go out comes back to the composer, with the reason. */
  protected async deliverDraft(text: string, files: readonly string[]): Promise<void> {
    try {
      await this.deliver(text, files);
    } catch (error) {
      this.keepDraft(this.draft || text);
      this.tellRefused(error);
    }
  }

  /** Sends what the user chose instead of writing it. */
  protected readonly choose = (text: string): void => {
    if (this.dispatchEvent(new UbikSendEvent(text, []))) void this.deliverDraft(text, []);
  };

  /** Tells the page what happened. */
  protected onChatEvent(event: ChatEvent): void {
    if (event.type === 'turn-start' || event.type === 'session-change') this.trouble = '';
    if (event.type === 'ready') {
      this.#shown = true;
      this.requestUpdate(); // A session without messages changes nothing else.
      this.draft ||= this.controller.recall('draft') ?? '';
    } else if (event.type === 'shutdown') {
      this.draft = '';
      this.context = undefined;
    } else if (event.type === 'sessions-change') {
      this.changes += 1;
    }
    this.dispatchEvent(domEvent(event));
  }

  /** A call right after the element was made must find its settings in force. */
  async #settled(): Promise<void> {
    if (!this.hasUpdated || this.isUpdatePending) await this.updateComplete;
  }
}
