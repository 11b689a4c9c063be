import {type CSSResultGroup, nothing, type PropertyValues, type TemplateResult} from 'lit';
import {query} from 'lit/decorators.js';
import {ifDefined} from 'lit/directives/if-defined.js';
import type {ChatEvent} from '../../controller/types.js';
import {ChatPanel} from './chat-panel.js';
import {contextKey, withContext} from '../shared/attachment.js';
import {renderHeader} from './chat-header.js';
import {handleRequests} from './chat-requests.js';
import {ChatServices} from './chat-services.js';
import {
  renderEmpty,
  renderFailure,
  renderLauncher,
  renderRun,
  renderSuggestions,
  renderConnectionError,
} from './chat-view.js';
import {ContextProvider} from '../base/context.js';
import {CustomStates} from '../base/custom-states.js';
import {markdownEngine} from '../base/lazy-parts.js';
import {html} from '../base/html.js';
import {Language} from '../base/language.js';
import {tellFailure} from '../base/report-failure.js';
import {LiveAnnouncements} from './live-announcements.js';
import {containKeyEvents} from '../shared/contain-key-events.js';
import {Uploads} from './uploads.js';
import {type Services, servicesContext, sharedServices} from '../base/services.js';
import {styles} from './ubik-chat.styles.js';

/**
 * A chat with an agent: everything from the connection to the composer in one element.
 *
 * @element ubik-chat
 * @slot header - Replaces the title.
 * @slot header-end - Buttons in the header.
 * @slot empty - Shown while nothing has been said.
 * @slot composer-start - Buttons before the field.
 * @slot composer-end - Buttons beside the send button.
 * @slot footer - A line below the composer.
 * @slot launcher - The picture on the button that opens a floating chat.
 * @fires {UbikReadyEvent} ubik-ready - It is connected and shows what was said before.
 * @fires {UbikSendEvent} ubik-send - A message is about to be sent; cancelable.
 * @fires {UbikStopEvent} ubik-stop - The user stops the run.
 * @fires {UbikReplyEvent} ubik-reply - The user answers a question.
 * @fires {UbikTurnStartEvent} ubik-turn-start - The agent began to answer.
 * @fires {UbikTurnEndEvent} ubik-turn-end - The agent's answer has ended.
 * @fires {UbikStepEvent} ubik-step - A step began or ended.
 * @fires {UbikToolEvent} ubik-tool - A tool began or ended.
 * @fires {UbikInputRequiredEvent} ubik-input-required - A question waits for an answer.
 * @fires {UbikCheckpointEvent} ubik-checkpoint - A checkpoint was reached.
 * @fires {UbikErrorEvent} ubik-error - Something failed.
 * @fires {UbikOpenChangeEvent} ubik-open-change - It opened or closed.
 * @fires {UbikUnreadChangeEvent} ubik-unread-change - The number of unread messages has changed.
 * @fires {UbikSessionChangeEvent} ubik-session-change - Another session is shown.
 * @fires {UbikSessionsChangeEvent} ubik-sessions-change - Sessions were begun, renamed or removed, here or in another tab.
 * @fires {UbikShutdownEvent} ubik-shutdown - The user has left, here or in another tab.
 * @fires {UbikFeedbackEvent} ubik-feedback - An answer is rated; cancelable.
 * @fires {UbikLinkEvent} ubik-link - A link is followed; cancelable.
 * @fires {UbikDiagnosticEvent} ubik-diagnostic - Something odd on the wire.
 * @csspart panel - Everything but the launcher.
 * @csspart header - The header.
 * @csspart heading - The title.
 * @csspart sessions - The list of the user's conversations.
 * @csspart menu - What can be done with the whole conversation.
 * @csspart empty - What stands there before the first message.
 * @csspart suggestions - The list of suggestions.
 * @csspart suggestion - One suggestion.
 * @csspart transcript - The conversation.
 * @csspart run - How far a run of several steps has come.
 * @csspart composer - Where the user writes.
 * @csspart launcher - The button that opens a floating chat.
 * @csspart teaser - The line beside it.
 * @cssproperty [--ubik-inline-size=25rem] - The width of a floating chat; at the side it is 27rem by itself.
 * @cssproperty [--ubik-block-size=40rem] - The height of a chat in the page; a floating one has 42rem by itself.
 * @cssproperty [--ubik-content-width=46rem] - The length of the lines.
 * @cssproperty [--ubik-offset-top=0px] - The height of the page's own header, below which it stays.
 * @cssproperty [--ubik-offset=1.25rem] - The distance of a floating chat from the edges.
 * @cssproperty [--ubik-z-index=1000] - Where it stands above the page.
 * @cssstate streaming - While an answer comes in.
 * @cssstate waiting - While a question waits for an answer.
 * @cssstate reconnecting - While a lost stream is being re-joined.
 * @cssstate lost - When that was given up.
 */
export class UbikChat extends ChatPanel {
  static override styles: CSSResultGroup = styles;

  @query('.panel') private readonly panel!: HTMLElement | null;
  @query('.spoken') private readonly spoken!: HTMLElement | null;
  @query('.transcript')
  private readonly transcript!: HTMLElementTagNameMap['ubik-transcript'] | null;

  readonly #context = new ContextProvider(this, servicesContext, sharedServices);
  readonly #services = new ChatServices();
  readonly #language = new Language(this);
  readonly #telling = new LiveAnnouncements(this, text => this.spoken?.replaceChildren(text));
  readonly #uploads = new Uploads(this, (file, options) => this.controller.upload(file, options));
  readonly #states = new CustomStates(this);

  constructor() {
    super();
    containKeyEvents(this);
  }

  protected override firstUpdated(): void {
    if (!this.panel) return;
    handleRequests(this.panel, this.controller, {
      send: (text, files) => this.deliverDraft(text, files),
      draft: text => this.keepDraft(text),
      attach: files => this.#uploads.add(files),
      detach: key => {
        if (key === contextKey) this.context = undefined;
        else this.#uploads.remove(key);
      },
      copied: () => this.#telling.say(this.strings.announce.copied),
      refuse: this.tellRefused,
      busy: () => this.busy,
      notTaken: fault => this.#telling.say(this.tellNotTaken(fault)),
    });
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#telling.stop();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    super.willUpdate(changed);
    const {operations, feedback, labels, renderers, markdown} = this;
    const {imageOrigins, rawHtml, endpoint, controller: memory} = this;
    const {questionAge} = memory;
    const drawing = {renderers, markdown, imageOrigins, rawHtml};
    const own = {...drawing, questionAge, labels, endpoint, memory};
    const table = this.#language.labels;
    this.#context.setValue(this.#services.read({operations, feedback, table, ...own}));
  }

  protected override updated(changed: PropertyValues<this>): void {
    super.updated(changed);
    this.#states.show(this.status);
    const shows = this.open || !this.closable;
    if (shows) markdownEngine.get(); // It is there when the first answer comes.
    this.#telling.reach(shows)?.narrator.tell(this, this.strings);
  }

  protected override announce(words: string): void {
    this.#telling.say(words);
  }

  protected override get services(): Services {
    return this.#services.current;
  }

  protected override async deliver(text: string, files: readonly string[]): Promise<void> {
    this.#uploads.clear();
    this.transcript?.showLatest();
    await super.deliver(text, files);
  }

  protected override onChatEvent(event: ChatEvent): void {
    super.onChatEvent(event);
    if (event.type === 'shutdown') this.#uploads.clear();
    this.#telling.tell(({narrator}) => narrator.hear(event, this.strings));
  }

  /** Arrow Up in the empty composer rewords the last message. */
  readonly #onComposerKeydown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowUp' || this.draft !== '' || this.busy) return;
    event.preventDefault();
    void this.transcript?.editLast().catch(tellFailure(this));
  };

  protected override render(): TemplateResult {
    const {strings, busy, closable, modal, last} = this;
    const edge = (focus: () => void) =>
      modal ? html`<span class="edge" tabindex="0" @focus=${focus}></span>` : nothing;
    return html`
      <section
        class="panel"
        part="panel"
        role=${closable ? 'dialog' : 'region'}
        aria-modal=${ifDefined(modal ? 'true' : undefined)}
        aria-label=${this.heading || strings.chat.heading}
        ?hidden=${closable && !this.open}
        @keydown=${this.onPanelKeydown}
      >
        ${edge(() => void this.focusComposer())}
        ${renderHeader(this.heading || strings.chat.heading, strings, {
          renew: () => void this.newSession().catch(this.tellRefused),
          close: closable ? () => void this.hide() : undefined,
          conversation: this.conversation,
          reveal: id => void this.transcript?.reveal(id).catch(tellFailure(this)),
          shareUrl: this.shareUrl,
          operations: this.operations,
          current: this.session?.id,
          changes: this.changes,
        })}
        ${this.#renderTranscript()} ${renderRun(last, strings)}
        ${renderConnectionError(this, this.lastError, last, strings)}
        ${this.trouble && renderFailure(this.trouble)}
        <ubik-composer
          class="composer"
          part="composer"
          .value=${this.draft}
          .placeholder=${this.status === 'waiting' ? strings.composer.answerPlaceholder : this.placeholder}
          .maxlength=${this.maxlength}
          .attachments=${withContext(
            this.#uploads.attachments,
            this.operations.send?.carriesContext ? this.context : undefined,
          )}
          ?dictation=${this.dictation}
          ?busy=${busy}
          ?stopping=${this.status === 'stopping'}
          ?files=${this.operations.upload !== undefined}
          ?disabled=${!this.reachable}
          .reason=${strings.errors.no_endpoint}
          @keydown=${this.#onComposerKeydown}
        >
          <slot name="composer-start" slot="start"></slot>
          <slot name="composer-end" slot="end"></slot>
          <slot name="footer" slot="footer"></slot>
        </ubik-composer>
        ${edge(() => this.renderRoot.querySelector<HTMLElement>('.header button')?.focus())}
      </section>
      ${
        this.layout === 'float'
          ? renderLauncher(
              {open: this.open, unread: this.unread, toggle: () => void this.toggle()},
              strings,
              this.invitation,
              this.decline,
            )
          : nothing
      }
      <div class="spoken visually-hidden" aria-live="polite"></div>
    `;
  }

  #renderTranscript(): TemplateResult {
    const {strings, onboarding, last} = this;
    const next = !this.busy && last?.kind === 'message' ? (last.suggestions ?? []) : [];
    const first = this.suggestions.length > 0 ? this.suggestions : (onboarding?.questions ?? []);
    return html`<ubik-transcript
      class="transcript"
      part="transcript"
      .items=${this.conversation.children}
      ?busy=${this.busy}
    >
      ${renderEmpty(
        this.loading,
        onboarding?.greeting ?? strings.chat.empty,
        strings,
        renderSuggestions(first, strings, this.choose),
      )}
      <div slot="end">${renderSuggestions(next, strings, this.choose)}</div>
    </ubik-transcript>`;
  }
}
