import {type CSSResultGroup, type PropertyValues, type TemplateResult} from 'lit';
import {property, query} from 'lit/decorators.js';
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
} from '../../controller/types.js';
import {Markdown} from '../../core/markdown/markdown.js';
import type {Conversation} from '../../core/model/item.js';
import type {SessionInfo} from '../../core/protocol/session-types.js';
import type {ApplicationContext, Protocol} from '../../core/protocol/types.js';
import {Registry} from '../../core/registry.js';
import {CustomStates} from '../base/custom-states.js';
import {UbikElement} from '../base/element.js';
import {markdownEngine} from '../ubik-markdown/lazy-engine.js';
import {type Renderer, type RendererRegistry, type Services, renderers} from '../base/services.js';
import type {ProtocolName} from '../protocols.js';
import type {LabelOverrides} from '../locales/labels.js';
import {containKeyEvents} from '../shared/contain-key-events.js';
import type {RawHtml} from '../shared/sanitize.js';
import {saveConversation, type SaveFormat, type ShareUrl} from '../shared/save.js';
import {onDrop} from '../ubik-composer/file-intake.js';
import type {MarkdownOutput} from '../ubik-markdown/markdown-rendering.js';
import {markdown} from '../ubik-markdown/markdown-service.js';
import {domEvent} from './chat-events.js';
import {handleRequests} from './chat-requests.js';
import {renderChat} from './chat-template.js';
import {DraftController} from './draft-controller.js';
import {ErrorMessage} from './error-message.js';
import {LiveAnnouncements} from './live-announcements.js';
import {PanelController} from './panel-controller.js';
import type {ChatController} from '../../controller/chat-controller.js';
import {SessionController, endsTurn} from './session-controller.js';
import {SettingsController} from './settings-controller.js';
import {styles} from './ubik-chat.styles.js';

export type Layout = 'inline' | 'float' | 'sidebar' | 'full';

/**
 * A complete chat with an agent, from the connection to the composer.
 *
 * Its controllers divide the work: `SessionController` has the conversation, `SettingsController` derives from the
 * properties what others need, `PanelController` opens and closes, and `DraftController` has the message being written.
 *
 * @element ubik-chat
 * @slot header - Replaces the title.
 * @slot header-end - Buttons in the header.
 * @slot empty - Displayed while the conversation is empty.
 * @slot composer-start - Buttons before the text field.
 * @slot composer-end - Buttons beside the send button.
 * @slot footer - A line below the composer.
 * @slot launcher - The icon of the button that opens a floating chat.
 * @fires {UbikReadyEvent} ubik-ready - The chat is connected and displays the restored conversation.
 * @fires {UbikSendRequestEvent} ubik-send-request - Before a message is sent; cancelable.
 * @fires {UbikStopRequestEvent} ubik-stop-request - The user stops the run; cancelable.
 * @fires {UbikReplyRequestEvent} ubik-reply-request - The user answers a question; cancelable.
 * @fires {UbikRetryRequestEvent} ubik-retry-request - The user retries a failed or lost action; cancelable.
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
 * @fires {UbikOpenChangeEvent} ubik-open-change - The chat was opened or closed.
 * @fires {UbikUnreadChangeEvent} ubik-unread-change - The number of unread answers changed.
 * @fires {UbikSessionChangeEvent} ubik-session-change - Another session is displayed.
 * @fires {UbikSessionListChangeEvent} ubik-session-list-change - Sessions were created, renamed or removed, in this tab or another one.
 * @fires {UbikShutdownEvent} ubik-shutdown - The chat was shut down, in this tab or another one.
 * @fires {UbikFeedbackRequestEvent} ubik-feedback-request - Before a rating is displayed; cancelable.
 * @fires {UbikLinkRequestEvent} ubik-link-request - Before a link is followed; cancelable.
 * @fires {UbikDiagnosticEvent} ubik-diagnostic - A protocol anomaly was detected.
 * @csspart panel - Everything except the launcher.
 * @csspart header - The header.
 * @csspart heading - The title.
 * @csspart sessions - The list of the user's sessions.
 * @csspart menu - The menu with actions on the whole conversation.
 * @csspart empty - The placeholder of an empty conversation.
 * @csspart suggestions - The list of suggestions.
 * @csspart suggestion - One suggestion.
 * @csspart transcript - The conversation.
 * @csspart run - The progress of a run with several steps.
 * @csspart composer - The text field and its buttons.
 * @csspart launcher - The button that opens a floating chat.
 * @csspart teaser - The teaser beside the launcher.
 * @cssproperty [--ubik-inline-size=25rem] - The width of a floating chat; the default of the layout `sidebar` is 27rem.
 * @cssproperty [--ubik-block-size=40rem] - The height of an inline chat; the default of a floating one is 42rem.
 * @cssproperty [--ubik-content-width=46rem] - The maximum width of the text.
 * @cssproperty [--ubik-offset-top=0px] - The height of a fixed header of the page; the chat stays below it.
 * @cssproperty [--ubik-offset=1.25rem] - The distance of a floating chat from the edges.
 * @cssproperty [--ubik-z-index=1000] - The stacking order above the page.
 * @cssstate streaming - While an answer is streaming.
 * @cssstate waiting - While a question waits for an answer.
 * @cssstate reconnecting - While the chat reconnects to a lost stream.
 * @cssstate lost - When reconnecting has failed.
 */
export class UbikChat extends UbikElement {
  static override styles: CSSResultGroup = styles;

  /** Base URL of the agent's API, absolute or relative to the page. Changing it displays another conversation. */
  @property() endpoint = '';

  /** The protocol: a name in the registry `protocols`, or a protocol. Changing it displays another conversation. */
  @property() protocol: ProtocolName | Protocol = 'ubik';

  /** The id of the session to display. Without it, the last session of this endpoint is displayed again. */
  @property({attribute: 'session-id'}) sessionId = '';

  /** The agent, if the endpoint has several. Changing it displays another conversation. */
  @property({attribute: 'agent-id'}) agentId = '';

  /** An id of the user, chosen by the site: separates stored data by user. Changing it displays another conversation. */
  @property({attribute: 'user-id'}) userId = '';

  /** A URL of the site's own back end that answers a POST with `{access_token, expires_in?}`. */
  @property({attribute: 'token-endpoint'}) tokenEndpoint = '';

  /**
   * The conversation to display until the session has been loaded, such as the one that the server has rendered. Set it
   * before the element is connected; a later change has no effect.
   */
  @property({attribute: false}) initialConversation: Conversation | undefined;

  /** Where on the page the chat is displayed. */
  @property({reflect: true}) layout: Layout = 'inline';

  /** Whether the chat is open, in the layouts `float` and `sidebar`. */
  @property({type: Boolean, reflect: true}) open = false;

  /** The colour scheme; `auto` follows the page's `color-scheme`. */
  @property({reflect: true}) theme: 'auto' | 'light' | 'dark' = 'auto';

  /** The placeholder of the text field. */
  @property() placeholder = '';

  /** A message beside the launcher of a floating chat, displayed until the user opens the chat or dismisses it. */
  @property() teaser = '';

  /** The title of the chat. */
  @property() heading = '';

  /** URL template for sharing a session (`{session}` is replaced by its id), or a function that returns the URL. */
  @property({attribute: 'share-url'}) shareUrl: ShareUrl = '';

  /** Displays buttons for rating answers; a rating fires `ubik-feedback-request`. */
  @property({type: Boolean}) feedback = false;

  /** Displays a dictation button if the browser has speech recognition. */
  @property({type: Boolean}) dictation = false;

  /** The maximum number of characters of a message; 0 means no limit. */
  @property({type: Number}) maxlength = 0;

  /** Returns a short-lived access token. */
  @property({attribute: false}) getToken: GetToken | undefined;

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

  /** The renderers of this chat; items that they decline are rendered by the shared ones. */
  @property({attribute: false}) renderers: RendererRegistry = new Registry<Renderer>(renderers);

  /** The Markdown extensions of this chat; the shared ones apply after them. */
  @property({attribute: false}) markdown = new Markdown<MarkdownOutput>(markdown);

  /** Origins whose images load without confirmation (`https://images.example`), separated by spaces. */
  @property({attribute: 'image-origins'}) imageOrigins = '';

  /** Which HTML in answers is rendered: `inline` elements, `block` elements too, or none (`escape`: it is displayed as text). */
  @property({attribute: 'raw-html'}) rawHtml: RawHtml = 'inline';

  /** Labels that replace those of the language. */
  @property({attribute: false}) labels: LabelOverrides | undefined;

  /** Suggested first messages. */
  @property({attribute: false}) suggestions: readonly string[] = [];

  @query('.spoken') private readonly liveRegion!: HTMLElement | null;
  @query('.composer')
  private readonly composer!: HTMLElementTagNameMap['ubik-composer'] | null;
  @query('.transcript')
  private readonly transcript!: HTMLElementTagNameMap['ubik-transcript'] | null;

  readonly #session = new SessionController(this, event => this.#onChatEvent(event));
  readonly #controller = this.#session.controller;
  readonly #settings = new SettingsController(this, this.#controller);
  readonly #panel = new PanelController(this, this.#controller);
  readonly #draft = new DraftController(this, this.#controller, {
    onSend: () => this.transcript?.showLatest(),
    onRejected: error => this.#error.showRejection(error),
  });
  readonly #announcements = new LiveAnnouncements(text => this.liveRegion?.replaceChildren(text));
  readonly #error = new ErrorMessage(this, this.#announcements, () => this.strings);
  readonly #states = new CustomStates(this);

  constructor() {
    super();
    containKeyEvents(this);
    // Otherwise the browser replaces the page with a file that is dropped beside the composer.
    onDrop(this, event => this.composer?.handleDrag(event));
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

  /** Observes each frame of a run before it is applied. Returns an unsubscribe function. */
  observe(observer: FrameObserver): () => void {
    return this.#controller.observe(observer);
  }

  /** Opens a floating chat and focuses its composer. */
  async show(): Promise<void> {
    await this.#panel.show();
  }

  /** Closes a floating chat and restores the focus. */
  async hide(): Promise<void> {
    await this.#panel.hide();
  }

  /** Opens or closes a floating chat. */
  async toggle(): Promise<void> {
    await this.#panel.toggle();
  }

  /** Focuses the text field. */
  async focusComposer(): Promise<void> {
    await this.#panel.focusComposer();
  }

  /** Sends a message; resolves when the turn has ended. A listener of `ubik-send-request` may cancel it. */
  async send(text: string, {files = []}: {files?: readonly string[]} = {}): Promise<void> {
    await this.#applySettings();
    await this.#draft.requestSend(text, files);
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
  }

  /** Displays another session. */
  async loadSession(id: string): Promise<void> {
    await this.#applySettings();
    await this.#controller.loadSession(id);
  }

  /** Logs out: removes the user's data from memory, storage and screen, in all tabs. The server keeps the sessions. */
  async shutdown(): Promise<void> {
    await this.#controller.shutdown();
  }

  /** Restores a checkpoint, with an optional hint to the agent. */
  async restoreCheckpoint(name: string, {hint}: {hint?: string} = {}): Promise<void> {
    await this.#controller.restoreCheckpoint(name, hint === undefined ? {} : {hint});
  }

  /** Sets the text in the composer, without sending it. */
  async setDraft(text: string): Promise<void> {
    this.#draft.setText(text);
    await this.updateComplete;
  }

  /** Downloads the conversation as a file: Markdown, or the JSON of `conversation`. */
  save(format: SaveFormat): void {
    saveConversation(this.conversation, format, this.strings);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#announcements.clear();
  }

  /** The buttons depend on the protocol, so the chat is not rendered before it has loaded. */
  protected override get beforeFirstRender(): Promise<unknown> | undefined {
    this.#preload();
    return this.#session.isReachable ? this.#settings.loadProtocol() : undefined;
  }

  /** Loads the Markdown view for the first answer, in parallel with the protocol. */
  #preload(): void {
    if (this.#panel.isVisible) markdownEngine.get();
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
    this.#panel.update();
  }

  protected override firstUpdated(): void {
    const panel = this.renderRoot.querySelector<HTMLElement>('.panel');
    if (!panel) return;
    handleRequests(panel, {
      session: this.#session,
      draft: this.#draft,
      error: this.#error,
      onCopied: () => this.#announcements.announce(this.strings.announce.copied),
    });
  }

  protected override updated(changed: PropertyValues<this>): void {
    super.updated(changed);
    this.#states.show(this.status);
    this.#preload();
    this.#announcements.texts.onState(this, this.strings);
  }

  protected override render(): TemplateResult {
    return renderChat({
      chat: this,
      labels: this.strings,
      session: this.#session,
      panel: this.#panel,
      draft: this.#draft,
      error: this.#error,
      transcript: () => this.transcript,
    });
  }

  #onChatEvent(event: ChatEvent): void {
    this.#error.onChatEvent(event);
    this.#draft.onChatEvent(event);
    this.dispatchEvent(domEvent(event));
    if (event.type === 'turn-end') {
      this.#panel.countAnswer();
      if (endsTurn(event.message)) this.composer?.sendQueued();
    }
    this.#announcements.texts.onEvent(event, this.strings);
  }

  /** Properties that were set just before a method call apply to it. */
  async #applySettings(): Promise<void> {
    if (!this.hasUpdated || this.isUpdatePending) await this.updateComplete;
  }
}
