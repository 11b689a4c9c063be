import {type CSSResultGroup, type PropertyValues, type TemplateResult} from 'lit';
import {property, query} from 'lit/decorators.js';
import type {ChatEvent} from '../../controller/types.js';
import type {ValueNames, ValuesOf} from '../conversation/check-attributes.js';
import {ConversationElement} from '../conversation/conversation-element.js';
import {containKeyEvents} from '../shared/input/contain-key-events.js';
import {containScrolling} from '../shared/input/contain-scrolling.js';
import {allowBesideModals, containPageEvents} from './contain-page-events.js';
import type {ShareUrl} from '../shared/export/save.js';
import {onDrop} from '../ubik-composer/attachment-intake.js';
import {renderChat} from './chat-template.js';
import type {SharedConversation} from '../conversation/shared-conversation.js';
import {DisclosureReporter} from './disclosure.js';
import {ConsentController} from './consent-controller.js';
import type {Follow} from '../ubik-transcript/ubik-transcript.js';
import {PageTitle} from './page-title.js';
import {PanelController} from './panel-controller.js';
import {styles} from './ubik-chat.styles.js';

/** Whether the user must agree before the chat sends requests and stores data. */
export type Consent = '' | 'ask' | 'granted' | boolean;

export type Layout = 'inline' | 'float' | 'sidebar' | 'full';

/**
 * A complete chat with an agent, from the connection to the composer.
 *
 * It is a layout of parts that follow its conversation: its template places them, and `PanelController` opens and closes
 * the panel around them.
 *
 * @element ubik-chat
 * @slot header - Replaces the title.
 * @slot header-end - Buttons in the header.
 * @slot disclosure - Replaces the line that says that the assistant is an AI.
 * @slot consent - Replaces the text of the question for consent.
 * @slot empty - Displayed while the conversation is empty.
 * @slot composer-start - Buttons before the text field.
 * @slot composer-end - Buttons beside the send button.
 * @slot footer - A line below the composer.
 * @slot avatar-assistant - The picture of the assistant, such as an `<img>`; each of its messages has a copy, with its name.
 * @slot avatar-agent - The picture of agents with names of their own, in the same way.
 * @slot avatar-person - The picture of people who have none of their own.
 * @slot launcher - The icon of the button that opens a floating chat.
 * @fires {UbikOpenChangeEvent} ubik-open-change - The chat was opened or closed.
 * @fires {UbikUnreadChangeEvent} ubik-unread-change - The number of unread answers and questions changed, or the assistant started or stopped waiting for an answer.
 * @fires {UbikConsentEvent} ubik-consent - The user has agreed that the chat sends requests and stores data, or declined.
 * @fires {UbikDisclosedEvent} ubik-disclosed - The user has seen that the assistant is an AI, or which person is answering; again when the text or the session has changed.
 * @csspart panel - Everything except the launcher.
 * @csspart header - The header.
 * @csspart heading - The title.
 * @csspart person - The name and the picture of the person who answers, in the header.
 * @csspart disclosure - The line that says that the assistant is an AI, or which person is answering.
 * @csspart consent - The question for consent.
 * @csspart consent-button - A button of the question for consent.
 * @csspart sessions - The list of the user's sessions.
 * @csspart menu - The menu with actions on the whole conversation.
 * @csspart empty - The placeholder of an empty conversation.
 * @csspart suggestions - The list of suggestions.
 * @csspart suggestion - One suggestion.
 * @csspart header-button - A button of the header.
 * @csspart transcript - The conversation.
 * @csspart turn - One turn: a message with its position in the conversation.
 * @csspart day - The date between turns of different days.
 * @csspart latest - The button that scrolls to the end.
 * @csspart message-bubble - The text of a message of the user.
 * @csspart message-body - An answer.
 * @csspart message-actions - The buttons below a message.
 * @csspart message-action - One of these buttons.
 * @csspart message-author - The name and the picture of a person or of an agent with a name, and of the assistant if the page has a picture of it.
 * @csspart message-avatar - The picture.
 * @csspart message-time - When a message was written.
 * @csspart work - The line that opens the work of a finished run, or a group of tool calls.
 * @csspart step - A step of a run.
 * @csspart step-header - The button that opens and closes a step.
 * @csspart step-content - The output of a step.
 * @csspart tool - A tool call.
 * @csspart tool-header - The button that opens and closes a tool call.
 * @csspart tool-content - Everything below the header of a tool call.
 * @csspart reasoning - The reasoning of the model.
 * @csspart reasoning-header - The button that opens and closes the reasoning.
 * @csspart question - A question to the user.
 * @csspart question-prompt - The text of a question.
 * @csspart question-form - The form that answers a question.
 * @csspart notice - An error or a notice in an answer.
 * @csspart code-block - A code block with its header.
 * @csspart code-header - The header of a code block.
 * @csspart table - The scroll container of a table.
 * @csspart citation - A citation.
 * @csspart run - The progress of a run with several steps.
 * @csspart composer - The area of the text field, with the lines below it.
 * @csspart composer-box - The frame around the text field and its buttons.
 * @csspart composer-input - The text field.
 * @csspart composer-send - The button that sends or stops.
 * @csspart composer-attachment - One attached file.
 * @csspart launcher - The area of the button that opens a floating chat.
 * @csspart launcher-button - The button that opens a floating chat.
 * @csspart launcher-badge - The number of unread messages, or a question mark if the assistant waits for an answer.
 * @csspart teaser - The teaser beside the launcher.
 * @cssproperty [--ubik-inline-size=25rem] - The width of a floating chat; the default of the layout `sidebar` is 27rem.
 * @cssproperty [--ubik-block-size=min(40rem, 100dvh)] - The height of an inline chat; the default of a floating one is 42rem.
 * @cssproperty [--ubik-content-width=46rem] - The maximum width of the text.
 * @cssproperty [--ubik-offset-top=0px] - The height of a fixed header of the page; the chat stays below it.
 * @cssproperty [--ubik-offset=1.25rem] - The distance of a floating chat from the edges.
 * @cssproperty [--ubik-z-index=1000] - The stacking order above the page.
 * @cssproperty [--ubik-code-keyword=light-dark(#8a2be2, #c9a0ff)] - Keywords in code.
 * @cssproperty [--ubik-code-string=light-dark(#0a6b3a, #7fd99a)] - Strings in code.
 * @cssproperty [--ubik-code-comment=light-dark(#5f6670, #9aa3ad)] - Comments in code.
 * @cssproperty [--ubik-code-number=light-dark(#9a4a00, #f0b06a)] - Numbers and constants in code.
 * @cssproperty [--ubik-code-name=light-dark(#1f56c4, #8db8ff)] - Names of functions and variables in code.
 * @cssproperty [--ubik-code-type=light-dark(#0b6573, #6fd0de)] - Types and tags in code.
 * @cssproperty [--ubik-code-property=light-dark(#7a4a16, #e0c08a)] - Properties and attributes in code.
 * @cssproperty [--ubik-code-meta=light-dark(#a3224f, #ff9ab8)] - Annotations and directives in code.
 */
export class UbikChat extends ConversationElement {
  static override styles: CSSResultGroup = styles;

  /** @internal */
  static override values: ValueNames = {
    ...ConversationElement.values,
    ...({
      layout: {inline: true, float: true, sidebar: true, full: true},
      position: {start: true, end: true},
      theme: {auto: true, light: true, dark: true},
      follow: {start: true, end: true},
    } satisfies ValuesOf<UbikChat, 'layout' | 'position' | 'theme' | 'follow'>),
  };

  /** Where on the page the chat is displayed. */
  @property({reflect: true}) layout: Layout = 'inline';

  /** The side of the page of the layouts `float` and `sidebar`: at the `start` or the `end` of the reading direction. */
  @property({reflect: true, useDefault: true}) position: 'start' | 'end' = 'end';

  /** Whether the chat is open, in the layouts `float` and `sidebar`. */
  @property({type: Boolean, reflect: true}) open = false;

  /** The colour scheme; `auto` follows the page's `color-scheme`. */
  @property({reflect: true}) theme: 'auto' | 'light' | 'dark' = 'auto';

  /** The placeholder of the text field. */
  @property() placeholder = '';

  /** A message beside the launcher of a floating chat, displayed until the user opens the chat or dismisses it. */
  @property() teaser = '';

  /** Whether the title of the page begins with what arrived while the chat was closed, such as "Input needed". */
  @property({
    type: Boolean,
    attribute: 'page-title',
    // Preact writes `false` here, as in an `aria-` attribute.
    converter: value => value !== null && value !== 'false',
  })
  pageTitle = false;

  /** The title of the chat. */
  @property() heading = '';

  /**
   * A text that says that the assistant is an AI, in place of the one in the language of the chat. Empty or `none`: nothing is
   * said, for a page that says it itself. While a person answers, the chat names the person instead.
   */
  @property() disclosure: string | undefined;

  /**
   * Whether the user must agree before the chat sends requests and stores data: `ask`, `true` or an empty value asks, `granted`
   * means that the user has agreed on the page. Without it no consent is needed.
   */
  @property() consent: Consent | undefined;

  /** The text of the question for consent, in place of the one in the language of the chat. */
  @property({attribute: 'consent-text'}) consentText = '';

  /** The address of the privacy policy that the question for consent links to. */
  @property({attribute: 'privacy-policy'}) privacyPolicy = '';

  /** URL template for sharing a session (`{session}` is replaced by its id), or a function that returns the URL. */
  @property({attribute: 'share-url'}) shareUrl: ShareUrl = '';

  /**
   * What stays in view while an answer grows longer than the view: its beginning, with the message of the user at the top
   * (`start`), or its end (`end`).
   */
  @property({useDefault: true}) follow: Follow = 'start';

  /** Displays a dictation button if the browser has speech recognition. */
  @property({type: Boolean}) dictation = false;

  /** The maximum number of characters of a message; 0 means no limit. */
  @property({type: Number}) maxlength = 0;

  /** Pasted text of at least this many lines is attached as a text file, if the agent accepts files; 0 means never. */
  @property({type: Number, attribute: 'paste-as-file'}) pasteAsFile = 0;

  /** Whether the times of all messages are displayed; otherwise that of the message under the pointer or with the focus. */
  @property({type: Boolean}) timestamps = false;

  /** Suggested first messages. */
  @property({attribute: false}) suggestions: readonly string[] = [];

  @query('.composer')
  private readonly composer!: HTMLElementTagNameMap['ubik-composer'] | null;
  @query('.transcript')
  private readonly transcript!: HTMLElementTagNameMap['ubik-transcript'] | null;

  readonly #panel = new PanelController(this, this.controller, () => this.shared.update());

  readonly #pageTitle = new PageTitle(this);

  readonly #consent = new ConsentController(this);

  constructor() {
    super();
    containKeyEvents(this);
    containScrolling(this);
    containPageEvents(this, () => this.#panel.isClosable);
    new DisclosureReporter(this);
    // Otherwise the browser replaces the page with a file that is dropped beside the composer.
    onDrop(this, event => this.composer?.handleDrag(event));
  }

  /** Whether the chat may send requests and store data: no consent is needed, or it was given. */
  get hasConsent(): boolean {
    return this.#consent.isGranted;
  }

  /** Withdraws the consent: removes the user's data as `shutdown()` does, and asks again before anything is requested. */
  async withdrawConsent(): Promise<void> {
    await this.shutdown();
    this.consent = 'ask';
    await this.updateComplete;
  }

  /** @internal */
  override isAllowed(): boolean {
    return this.hasConsent;
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

  /** @internal */
  override onChatEvent(event: ChatEvent): void {
    this.#panel.onChatEvent(event);
    if (event.type === 'shutdown') this.#consent.reset();
    if (event.type === 'ready' && this.consent !== undefined) this.#panel.rememberView();
    super.onChatEvent(event);
  }

  protected override read(shared: SharedConversation): readonly unknown[] {
    const {onboarding, session, sessionActions} = shared.controller;
    const {loadError, person} = shared;
    const own = [onboarding?.greeting, session?.id, sessionActions, loadError, person];
    return [...super.read(shared), ...own];
  }

  protected override characterLimit(): number {
    return this.maxlength;
  }

  protected override get panel(): PanelController {
    return this.#panel;
  }

  protected override isVisible(): boolean {
    return this.#panel.isVisible;
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    super.willUpdate(changed);
    this.#panel.update();
  }

  protected override firstUpdated(): void {
    super.firstUpdated();
    this.handle(this.renderRoot.querySelector<HTMLElement>('.panel'));
  }

  protected override updated(changed: PropertyValues<this>): void {
    super.updated(changed);
    const {isClosable} = this.#panel;
    // Before the first update the attributes are those of the page.
    if (changed.has('layout') && (isClosable || changed.get('layout') !== undefined))
      allowBesideModals(this, isClosable);
    this.#pageTitle.show(this.pageTitle ? this.#pageNotice : '');
  }

  /** What arrived while the chat was closed; empty if nothing did. */
  get #pageNotice(): string {
    const {unread, needsAnswer} = this.#panel;
    const {launcher} = this.strings;
    if (needsAnswer) return launcher.needsAnswer;
    return unread > 0 ? launcher.unread(unread) : '';
  }

  protected override render(): TemplateResult {
    return renderChat({
      chat: this,
      labels: this.strings,
      shared: this.shared,
      panel: this.#panel,
      consent: this.#consent,
      transcript: () => this.transcript,
    });
  }
}
