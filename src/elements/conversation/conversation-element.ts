import type {PropertyValues} from 'lit';
import {property, query, state} from 'lit/decorators.js';
import {ChatController} from '../../controller/chat-controller.js';
import {LazyModule} from '../../controller/lazy-module.js';
import type {ProtocolName} from '../../controller/protocols.js';
import type {
  ChatEvent,
  ErrorInfo,
  ChatStatus,
  FrameObserver,
  GetToken,
  PageTool,
  Reply,
  SessionStorage,
  Transport,
  TurnOutcome,
} from '../../controller/types.js';
import {Markdown} from '../../core/markdown/markdown.js';
import type {Conversation} from '../../core/model/item.js';
import type {SessionInfo} from '../../core/protocol/session-types.js';
import type {ApplicationContext, Protocol} from '../../core/protocol/types.js';
import {Registry} from '../../core/registry.js';
import {CustomStates} from '../base/custom-states.js';
import {UbikElement} from '../base/element.js';
import {hasSameValues} from '../base/same-values.js';
import {
  type AppHost,
  type Avatars,
  type Renderer,
  type RendererRegistry,
  type Services,
  type Steps,
  renderers,
} from '../base/services.js';
import {UbikSendRequestEvent} from '../events.js';
import type {LabelOverrides} from '../locales/labels.js';
import type {RawHtml} from '../shared/html/sanitize.js';
import type {SaveFormat} from '../shared/export/save.js';
import {markdownEngine} from '../shared/lazy-engine.js';
import {type Highlighting, type MarkdownOutput, markdown} from '../base/markdown-service.js';
import type {Narration} from './announcement-texts.js';
import {Announcements} from './announcements.js';
import {domEvent} from './chat-events.js';
import {type ValueNames, type ValuesOf, checkAttributes} from './check-attributes.js';
import {conversationElements, handleRequests} from './chat-requests.js';
import {SettingsController} from './settings-controller.js';
import {
  type ConversationOwner,
  type Follower,
  type Panel,
  SharedConversation,
} from './shared-conversation.js';
import {reportToConsole} from '../../controller/report-to-console.js';

/** Loaded when a conversation is saved. */
const saving = new LazyModule(() => import('../shared/export/save.js'));

/**
 * An element that has a conversation with an agent: connects, provides the conversation to the parts inside it and to
 * those that name its id, reports by events what happens, and announces it. What it displays is up to the subclass, which
 * renders a live region of the class `spoken` and calls `handle` with the element around its parts.
 *
 * @fires {UbikReadyEvent} ubik-ready - The chat is connected and displays the restored conversation.
 * @fires {UbikSendRequestEvent} ubik-send-request - Before a message is sent; cancelable.
 * @fires {UbikStopRequestEvent} ubik-stop-request - The user stops the run; cancelable.
 * @fires {UbikReplyRequestEvent} ubik-reply-request - The user answers a question; cancelable.
 * @fires {UbikExtendRequestEvent} ubik-extend-request - The user asks for more time to answer a question; cancelable.
 * @fires {UbikRetryRequestEvent} ubik-retry-request - The user retries a failed or lost action; cancelable.
 * @fires {UbikWithdrawRequestEvent} ubik-withdraw-request - The user withdraws a message that was not sent; cancelable.
 * @fires {UbikContinueRequestEvent} ubik-continue-request - The user continues an answer; cancelable.
 * @fires {UbikEditRequestEvent} ubik-edit-request - The user edits a message; cancelable.
 * @fires {UbikRegenerateRequestEvent} ubik-regenerate-request - The user regenerates an answer; cancelable.
 * @fires {UbikNavigateRequestEvent} ubik-navigate-request - The user switches to another branch; cancelable.
 * @fires {UbikRestoreRequestEvent} ubik-restore-request - The user restores a checkpoint; cancelable.
 * @fires {UbikSessionOpenRequestEvent} ubik-session-open-request - The user opens another session; cancelable.
 * @fires {UbikSessionRenameRequestEvent} ubik-session-rename-request - The user renames a session; cancelable.
 * @fires {UbikSessionRemoveRequestEvent} ubik-session-remove-request - The user removes a session; cancelable.
 * @fires {UbikCopiedEvent} ubik-copied - A text was copied.
 * @fires {UbikTurnStartEvent} ubik-turn-start - The agent started to answer.
 * @fires {UbikTurnEndEvent} ubik-turn-end - The answer has ended.
 * @fires {UbikStepChangeEvent} ubik-step-change - A step started or ended.
 * @fires {UbikToolChangeEvent} ubik-tool-change - A tool call started or ended.
 * @fires {UbikInputRequiredEvent} ubik-input-required - The agent or a tool asks the user a question.
 * @fires {UbikCheckpointReachedEvent} ubik-checkpoint-reached - A checkpoint was reached.
 * @fires {UbikDataEvent} ubik-data - Data of the application arrived, or was replaced.
 * @fires {UbikErrorEvent} ubik-error - An error occurred.
 * @fires {UbikSessionChangeEvent} ubik-session-change - Another session is displayed.
 * @fires {UbikSessionListChangeEvent} ubik-session-list-change - Sessions were created, renamed or removed, in this tab or another one.
 * @fires {UbikShutdownEvent} ubik-shutdown - The chat was shut down, in this tab or another one.
 * @fires {UbikFoldRequestEvent} ubik-fold-request - Before the work of a run that has just ended is folded; cancelable.
 * @fires {UbikFeedbackRequestEvent} ubik-feedback-request - Before a rating is displayed; cancelable.
 * @fires {UbikLinkRequestEvent} ubik-link-request - Before a link is followed; cancelable.
 * @fires {UbikDraftRequestEvent} ubik-draft-request - An app writes a draft or adds data to the next message; cancelable.
 * @fires {UbikDiagnosticEvent} ubik-diagnostic - A protocol anomaly was detected.
 * @cssstate empty - While the conversation is empty and not being loaded.
 * @cssstate streaming - While an answer is streaming.
 * @cssstate waiting - While a question waits for an answer.
 * @cssstate reconnecting - While the chat reconnects to a lost stream.
 * @cssstate lost - When reconnecting has failed.
 */
export abstract class ConversationElement extends UbikElement implements Follower {
  /** @internal The values of each property that has a fixed set of them. */
  static values: ValueNames = {
    apps: {ask: true, show: true, off: true},
    rawHtml: {escape: true, inline: true, block: true},
    highlighting: {closed: true, streaming: true, off: true},
    steps: {fold: true, open: true},
    narration: {full: true, brief: true, off: true},
  } satisfies ValuesOf<
    ConversationElement,
    'apps' | 'rawHtml' | 'highlighting' | 'steps' | 'narration'
  >;

  /** Base URL of the agent's API, absolute or relative to the page. Changing it displays another conversation. */
  @property() endpoint = '';

  /** The protocol: a name in the registry `protocols`, or a protocol. Changing it displays another conversation. */
  @property() protocol: ProtocolName | Protocol = 'ubik';

  /**
   * Stores the conversations in the browser, for protocols whose servers store none: the user can list, open, rename and
   * remove them. If the site needs consent for that, use `consent` of `<ubik-chat>`, or set it only afterwards. Changing it
   * displays another conversation.
   */
  @property({type: Boolean, attribute: 'local-sessions'}) localSessions = false;

  /**
   * The id of the session to display. Without it, the last session of this endpoint is displayed again; with it, none is
   * stored. A page that follows `ubik-session-change` may set the id of the displayed session; removing the id begins
   * another session.
   */
  @property({attribute: 'session-id'}) sessionId = '';

  /** The agent, if the endpoint has several. Changing it displays another conversation. */
  @property({attribute: 'agent-id'}) agentId = '';

  /** An id of the user, chosen by the site: separates stored data by user. Changing it displays another conversation. */
  @property({attribute: 'user-id'}) userId = '';

  /** A URL of the site's own back end that responds to a POST with `{access_token, expires_in?}`. */
  @property({attribute: 'token-endpoint'}) tokenEndpoint = '';

  /**
   * The conversation to display until the session has been loaded, such as the one that the server has rendered. Set it
   * before the element is connected; a later change has no effect.
   */
  @property({attribute: false}) initialConversation: Conversation | undefined;

  /** Displays buttons for rating answers; a rating fires `ubik-feedback-request`. */
  @property({type: Boolean}) feedback = false;

  /** Returns a short-lived access token. */
  @property({attribute: false}) getToken: GetToken | undefined;

  /**
   * Sends a `traceparent` header with every request: with random ids, or, as a property, the value that a function
   * returns. An endpoint of another origin must allow the header.
   */
  @property({type: Boolean}) tracing: boolean | (() => string | undefined) = false;

  /** Additional headers of every request; never secrets. */
  @property({attribute: false}) headers: Readonly<Record<string, string>> | undefined;

  /** Replaces the platform's `fetch`. */
  @property({attribute: false}) fetch: typeof fetch | undefined;

  /** Replaces HTTP. */
  @property({attribute: false}) transport: Transport | undefined;

  /** Where the session is stored over a reload; `null` stores nothing. */
  @property({attribute: false}) storage: SessionStorage | null | undefined;

  /** Context sent with the next messages, such as the open record; the user sees it and can remove it. */
  @property({attribute: false}) context: ApplicationContext | undefined;

  /** Functions of the page that the agent may call, by name. */
  @property({attribute: false}) tools = new Registry<PageTool>();

  /**
   * Whether apps of tools (MCP Apps) open when the user opens them (`ask`), at once (`show`), or never (`off`). Needs the
   * module `mcp-apps`.
   */
  @property() apps: 'ask' | 'show' | 'off' = 'ask';

  /** The address of the shell page of apps, on another origin or sent with `Content-Security-Policy: sandbox`. */
  @property({attribute: 'app-shell'}) appShell = '';

  /** Functions and data of the page for apps, where the protocol does not provide them. */
  @property({attribute: false}) appHost: AppHost | undefined;

  /** The renderers of this chat; items that they decline are rendered by the shared ones. */
  @property({attribute: false}) renderers: RendererRegistry = new Registry<Renderer>(renderers);

  /** The Markdown extensions of this chat; the shared ones apply after them. */
  @property({attribute: false}) markdown = new Markdown<MarkdownOutput>(markdown);

  /** The name of the engine that parses Markdown, such as `marked`; by default, that of `markdown`. */
  @property({attribute: 'markdown-engine'}) markdownEngine: string | undefined;

  /** Origins whose images load without confirmation (`https://images.example`), separated by spaces. */
  @property({attribute: 'image-origins'}) imageOrigins = '';

  /** Which HTML in answers is rendered: `inline` elements, `block` elements too, or none (`escape`: it is displayed as text). */
  @property({attribute: 'raw-html'}) rawHtml: RawHtml = 'inline';

  /**
   * When the code in answers is coloured: when its block has ended (`closed`), while it streams (`streaming`), or never
   * (`off`). The code for that loads with the first block.
   */
  @property() highlighting: Highlighting = 'closed';

  /**
   * Whether the steps, tool calls, reasoning and checkpoints before an answer fold into one line when the run is done
   * (`fold`), or stay displayed (`open`).
   */
  @property() steps: Steps = 'fold';

  /** Labels that replace those of the language. */
  @property({attribute: false}) labels: LabelOverrides | undefined;

  /**
   * What is announced to assistive technology: `full` the answer sentence by sentence, with its steps and tools; `brief`
   * only questions, problems, people who join or leave, and the beginning and the end of an answer; `off` nothing.
   */
  @property({useDefault: true}) narration: Narration = 'full';

  /** @internal The pictures that the page gives for authors. */
  @state() avatars: Avatars | undefined;

  @query('.spoken') private readonly liveRegion!: HTMLElement | null;

  readonly #controller: ChatController;
  readonly #shared: SharedConversation;
  readonly #settings: SettingsController;
  readonly #announcements = new Announcements(this, () => ({
    conversation: this.#shared,
    isVisible: this.isVisible(),
    labels: this.strings,
    narration: this.narration,
    region: this.liveRegion,
  }));
  readonly #states = new CustomStates(this);
  #wasConnected = false;
  /** The values that were read last. */
  #values: readonly unknown[] = [];

  constructor() {
    super();
    conversationElements.add(this);
    // Before the `ChatController`, which connects only after the conversation of the server is displayed.
    this.addController({hostConnected: () => this.#readServerConversation()});
    this.#controller = new ChatController({
      addController: controller => this.addController(controller),
      requestUpdate: () => undefined, // The element follows the conversation, as its parts do.
    });
    this.#shared = new SharedConversation(this.#controller, this.#createOwner());
    this.#shared.follow(this);
    this.#values = this.read(this.#shared);
    this.#settings = new SettingsController(this, this.#shared);
  }

  /** The status of the chat. */
  get status(): ChatStatus {
    return this.#controller.status;
  }

  /** While `connecting`: whether the chat joins a run that was already in progress, for example after a reload. */
  get resuming(): boolean {
    return this.#controller.resuming;
  }

  /** The controller of the conversation, for everything beyond the methods of this element. */
  get controller(): ChatController {
    return this.#controller;
  }

  /** The conversation. */
  get conversation(): Conversation {
    return this.#controller.conversation;
  }

  /** The displayed session, if there is one. */
  get session(): SessionInfo | undefined {
    return this.#controller.session;
  }

  /** The last error; cleared by the next success. */
  get lastError(): ErrorInfo | undefined {
    return this.#controller.lastError;
  }

  /** Resolves when the chat is connected and displays the restored conversation. */
  get ready(): Promise<void> {
    return this.#controller.ready;
  }

  /** @internal Whether the chat may send requests and store data. */
  isAllowed(): boolean {
    return true;
  }

  /** What the parts share. */
  protected get shared(): SharedConversation {
    return this.#shared;
  }

  /** The values of the conversation from which the element renders. */
  protected read({controller, items, isLoading}: SharedConversation): readonly unknown[] {
    return [controller.status, controller.operations, items.length === 0, isLoading];
  }

  /** The maximum number of characters of a message; 0 for no limit. */
  protected characterLimit(): number {
    return 0;
  }

  /** The panel that a launcher opens. */
  protected get panel(): Panel | undefined {
    return undefined;
  }

  /** Whether the conversation is visible, so that the code of an answer is loaded in advance. */
  protected isVisible(): boolean {
    return true;
  }

  /** Observes each frame of a run before it is applied. Returns an unsubscribe function. */
  observe(observer: FrameObserver): () => void {
    return this.#controller.observe(observer);
  }

  /**
   * Sends a message. Resolves when the turn has ended, with `{status, message, error}`, where `status` is the outcome. Rejects
   * if it could not begin. A listener of `ubik-send-request` may cancel it.
   */
  async send(text: string, {files = []}: {files?: readonly string[]} = {}): Promise<TurnOutcome> {
    await this.#applySettings();
    const isAllowed = this.dispatchEvent(new UbikSendRequestEvent(text, files));
    return isAllowed ? this.#shared.draft.send(text, files) : {status: 'canceled'};
  }

  /** Stops the run; the received part stays. */
  async stop(): Promise<void> {
    await this.#controller.stop();
  }

  /** Answers the question with the given item id; rejects if the answer has not reached the server. */
  async reply(request: string, reply: Reply): Promise<void> {
    await this.#controller.reply(request, reply);
  }

  /** Retries a failed or lost action. */
  async retry(): Promise<void> {
    await this.#controller.retry();
  }

  /** Starts a new session. */
  async newSession(): Promise<void> {
    await this.#applySettings();
    await this.#controller.newSession();
    this.#shared.error.clear(); // Without sessions of the server there is no change of session.
  }

  /** Displays another session. */
  async loadSession(id: string): Promise<void> {
    await this.#applySettings();
    await this.#controller.loadSession(id);
  }

  /** Signs the user out: removes the user's data from memory, storage and screen, in all tabs. The server keeps the sessions. */
  async shutdown(): Promise<void> {
    await this.#controller.shutdown();
  }

  /** Restores a checkpoint, with an optional hint to the agent. */
  async restoreCheckpoint(name: string, {hint}: {hint?: string} = {}): Promise<void> {
    await this.#controller.restoreCheckpoint(name, hint === undefined ? {} : {hint});
  }

  /** Sets the text in the composer, without sending it. */
  async setDraft(text: string): Promise<void> {
    this.#shared.draft.setText(text);
    await this.updateComplete;
  }

  /** Downloads the conversation as a file: Markdown, or the JSON of `conversation`. Resolves when the download has started. */
  async save(format: SaveFormat): Promise<void> {
    const {saveConversation} = await saving.load();
    saveConversation(this.conversation, format, this.strings);
  }

  /** @internal */
  onConversationChange(): void {
    if (this.hasUpdated) this.#announcements.onChange();
    const values = this.read(this.#shared);
    if (hasSameValues(values, this.#values)) return;
    this.#values = values;
    this.requestUpdate();
  }

  /** @internal */
  onChatEvent(event: ChatEvent): void {
    if (event.type !== 'leave') this.dispatchEvent(domEvent(event));
    this.#announcements.onEvent(event);
  }

  /** The buttons depend on the protocol, so the chat is not rendered before it has loaded. */
  protected override get beforeFirstRender(): Promise<unknown> | undefined {
    this.#preload();
    return this.#isReachable && this.isAllowed() ? this.#settings.loadProtocol() : undefined;
  }

  protected override get services(): Services {
    return this.#settings.services;
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    super.willUpdate(changed);
    if (!this.hasUpdated && this.initialConversation) {
      this.#controller.show(this.initialConversation);
    }
    this.#settings.update(changed);
  }

  protected override firstUpdated(): void {
    checkAttributes(this);
  }

  protected override updated(changed: PropertyValues<this>): void {
    super.updated(changed);
    const {items, isLoading} = this.#shared;
    this.#states.show(items.length === 0 && !isLoading ? [this.status, 'empty'] : [this.status]);
    this.#preload();
    this.#announcements.onState();
    if (changed.has('narration')) this.#announcements.onNarration();
    if (changed.size > 0) this.#shared.update(); // Parts display some of the properties.
  }

  /** Carries out the requests of the parts inside an element. */
  protected handle(element: HTMLElement | null): void {
    if (element) handleRequests(element, () => this.#shared);
  }

  get #isReachable(): boolean {
    // A framework may set `undefined`.
    return Boolean(this.endpoint) || this.transport !== undefined;
  }

  /** Loads what the first answer needs, in parallel with the protocol. */
  #preload(): void {
    if (!this.isVisible() || !this.isAllowed()) return;
    markdownEngine.get();
  }

  #createOwner(): ConversationOwner {
    return {
      context: () => this.context,
      clearContext: () => (this.context = undefined),
      isReachable: () => this.#isReachable && this.isAllowed(),
      isAllowed: () => this.isAllowed(),
      panel: () => this.panel,
      characterLimit: () => this.characterLimit(),
      announce: text => this.#announcements.announce(text(this.strings)),
      report: event => void this.dispatchEvent(event),
    };
  }

  /** Displays the conversation that a server has written beside the rendered one. */
  #readServerConversation(): void {
    if (this.#wasConnected) return;
    this.#wasConnected = true;
    const data = this.querySelector(':scope > script[data-conversation]')?.textContent;
    try {
      if (data) this.#controller.show(JSON.parse(data) as Conversation);
    } catch (error) {
      reportToConsole(error); // The page is incomplete. The session has the conversation, too.
    }
  }

  /** Properties that were set just before a method call apply to it. */
  async #applySettings(): Promise<void> {
    if (!this.hasUpdated || this.isUpdatePending) await this.updateComplete;
  }
}
