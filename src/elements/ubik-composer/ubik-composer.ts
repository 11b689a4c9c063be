import {type CSSResultGroup, type PropertyValues, type TemplateResult, nothing} from 'lit';
import {property, query, state} from 'lit/decorators.js';
import {isInvisible} from '../../core/values.js';
import {ifDefined} from '../base/if-defined.js';
import {onServer} from '../base/on-server.js';
import {live} from 'lit/directives/live.js';
import {UbikDraftChangeEvent, UbikSendRequestEvent, UbikStopRequestEvent} from '../events.js';
import {type Attachment, readyFiles} from '../conversation/attachment.js';
import {UbikPart} from '../conversation/part.js';
import {walk} from '../../core/model/select.js';
import {endsTurn, type SharedConversation} from '../conversation/shared-conversation.js';
import type {ChatEvent} from '../../controller/types.js';
import {lazyElement} from '../base/lazy-element.js';
import {AttachmentIntake} from './attachment-intake.js';
import {reportToDeveloper} from '../../controller/developer-report.js';
import {html} from '../base/html.js';
import {icon} from '../shared/icons/icons.js';
import {containKeyEvents, enterKeyHint, isSendingKey} from '../shared/input/contain-key-events.js';
import {pressOnce} from '../shared/input/press-once.js';
import {fieldDirection, LONG_TEXT, onBeforeInput} from '../shared/text/long-text.js';
import {containScrolling} from '../shared/input/contain-scrolling.js';
import {submitInSandbox} from '../shared/submit-in-sandbox.js';
import {styles} from './ubik-composer.styles.js';
import {renderAttachments} from './attachment-list.js';
import {UndoGuard} from './undo-guard.js';

const fetchDictation = lazyElement(() => import('../ubik-dictation/ubik-dictation.define.js'));

/** The counter is displayed when fewer characters than this are left. */
const counterThreshold = 100;

/** The counter is announced when no more characters than these are left: each letter would be too often. */
const announcedCounts = [20, 10, 0, -1];

/**
 * The input of the chat. A conversation sets all properties except the options of the chat. Enter sends; the button sends, or stops the active run. Accepts files by button, paste and drop.
 *
 * @element ubik-composer
 * @slot start - Buttons before the field.
 * @slot end - Buttons between the field and the send button.
 * @slot footer - A line below the field.
 * @fires {UbikSendRequestEvent} ubik-send-request - The user sends; cancelable.
 * @fires {UbikStopRequestEvent} ubik-stop-request - The user stops the run; cancelable.
 * @fires {UbikDraftChangeEvent} ubik-draft-change - The text has changed.
 * @fires {UbikAttachRequestEvent} ubik-attach-request - The user adds files; cancelable.
 * @fires {UbikDetachRequestEvent} ubik-detach-request - The user removes a file; cancelable.
 * @csspart box - The frame around the field and the buttons.
 * @csspart input - The field.
 * @csspart send - The button that sends or stops.
 * @csspart attachment - One attached file.
 */
export class UbikComposer extends UbikPart {
  static override styles: CSSResultGroup = styles;

  /** The text in the field. */
  @property({useDefault: true}) value = '';

  /** The placeholder of the field. */
  @property() placeholder = '';

  /** Whether a run is active: the button stops it. */
  @property({type: Boolean, reflect: true}) busy = false;

  /** Whether the run is being stopped. */
  @property({type: Boolean}) stopping = false;

  /** Whether sending is disabled. */
  @property({type: Boolean, reflect: true}) disabled = false;

  /** Why sending is disabled; displayed below the field. */
  @property() reason = '';

  /** Maximum number of characters of a message; 0 for no limit. */
  @property({type: Number}) maxlength = 0;

  /** Pasted text of at least this many lines is attached as a text file, if files can be attached; 0 for never. */
  @property({type: Number, attribute: 'paste-as-file'}) pasteAsFile = 0;

  /** Whether the user can dictate, if the browser has speech recognition. */
  @property({type: Boolean}) dictation = false;

  /** Whether files can be attached. */
  @property({type: Boolean}) files = false;

  /** The attached files, and before them the context of the page. */
  @property({attribute: false}) attachments: readonly Attachment[] = [];

  @query('textarea') private readonly field!: HTMLTextAreaElement | null;

  /**
   * Why the message has not been sent yet: it waits for the end of the run or of an upload, an upload failed and the user may
   * not know it, there are only files, which no service takes without words, or the text is too long.
   */
  @state() private sendState:
    'queued' | 'queuedUpload' | 'failedUpload' | 'wordless' | 'tooLong' | undefined;

  /** Whether the user has dropped or pasted files that are not accepted, and has not written since. */
  @state() private hasRefusedFiles = false;

  readonly #intake = new AttachmentIntake(this);

  readonly #undo = new UndoGuard();

  /** Whether a question waits, which is answered in its card, and only there. */
  #isAsking = false;

  /** The text of the draft that was displayed last. */
  #draft = '';

  /** How many of the announced counts are passed, and the announcement of the last one. */
  #passed = 0;
  #countdown = '';

  /** Whether the user has written the text without a conversation. */
  #isWritten = false;

  constructor() {
    super();
    containKeyEvents(this);
    containScrolling(this);
    pressOnce(this, '.send');
    submitInSandbox(this);
  }

  protected override read(conversation: SharedConversation): readonly unknown[] {
    const {draft, isBusy, controller, owner} = conversation;
    const {text, files, context} = draft;
    const {status, acceptsFiles} = controller;
    return [text, files, context, isBusy, status, acceptsFiles, owner.isReachable()];
  }

  /** @internal Sends the queued message when the answer is complete. In another session it waits for the user. */
  override onChatEvent(event: ChatEvent): void {
    const isOther = event.type === 'session-change' && event.before !== undefined;
    if (isOther || event.type === 'leave') this.sendState = undefined;
    if (this.sendState !== 'queued' || event.type !== 'turn-end') return;
    // Another composer of the conversation may have sent it.
    if (this.shared && this.shared.draft.text !== this.#draft) return;
    if (endsTurn(event.message)) this.#submit(false);
  }

  #readConversation({draft, isBusy, controller, owner}: SharedConversation): void {
    if (this.#isWritten && this.value)
      draft.setText(draft.text ? `${draft.text}\n${this.value}` : this.value);
    this.#isWritten = false;
    if (draft.text !== this.#draft) {
      // What is being written in another composer waits for its user.
      if (draft.text !== this.value) this.sendState = undefined;
      this.value = this.#draft = draft.text;
    }
    this.attachments = draft.attachments;
    this.#isAsking = controller.status === 'waiting';
    // Who cannot or will not answer stops the run.
    this.busy = isBusy || this.#isAsking;
    this.stopping = controller.status === 'stopping';
    this.files = controller.acceptsFiles;
    const {errors} = this.strings;
    this.disabled = !owner.isReachable() || this.#isAsking;
    // A server does not know the transport, which only the page can set.
    const unreachable = onServer ? '' : errors.no_endpoint;
    const missing = owner.isAllowed() ? unreachable : errors.no_consent;
    this.reason = this.#isAsking ? errors.question_open : missing;
  }

  /** The draft stays with its conversation. */
  protected override onOtherConversation(before: SharedConversation | undefined): void {
    if (!before) return;
    this.value = this.#draft = this.reason = '';
    this.attachments = [];
    this.busy = this.stopping = this.files = this.disabled = this.#isAsking = false;
    this.sendState = undefined;
    this.hasRefusedFiles = false;
  }

  /** Cancels queueing when the run ends otherwise; sends when the uploads are done. */
  protected override willUpdate(changed: PropertyValues): void {
    super.willUpdate(changed);
    if (this.shared) this.#readConversation(this.shared);
    else if (this.isBound) this.disabled = true; // Nothing would take the message.
    if (this.sendState === 'queued' && !this.busy && !this.#isContinued) this.sendState = undefined;
    if (this.sendState === 'queuedUpload') this.#submit();
    if (this.sendState === 'failedUpload' && !this.#find('failed')) this.sendState = undefined;
    this.#countDown();
    if (this.field && this.field.value !== this.value) this.#undo.reset(this.value);
  }

  #countDown(): void {
    const passed = announcedCounts.filter(count => this.#charactersLeft <= count).length;
    if (passed === this.#passed) return;
    // Not what is left of a limit for short texts before the user has written.
    const isFewer = this.hasUpdated && passed > this.#passed;
    this.#countdown = isFewer ? (this.#counter ?? '') : '';
    this.#passed = passed;
  }

  protected override updated(changed: PropertyValues): void {
    if (changed.has('value')) this.toggleAttribute('filled', this.value !== '');
  }

  /** Moves the focus to the field. */
  override focus(options?: FocusOptions): void {
    this.field?.focus(options);
  }

  /** @internal Says that files cannot be attached. */
  refuseFiles(): void {
    this.hasRefusedFiles = true;
  }

  /** Handles drags of files over a surrounding element, and drops on it. */
  readonly handleDrag = this.#intake.onDrag;

  readonly #onBeforeInput = (event: InputEvent) => {
    onBeforeInput(event);
    this.#undo.onBeforeInput(event);
  };

  readonly #onInput = (event: InputEvent) => {
    const text = this.field?.value ?? '';
    this.#undo.onInput(event, text);
    this.#setText(text);
  };

  readonly #onKeydown = (event: KeyboardEvent) => {
    if (!isSendingKey(event)) return;
    event.preventDefault();
    this.#submit();
  };

  readonly #onSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!this.busy) {
      if (!this.#canSend) this.focus();
      this.#submit();
    } else if (!this.stopping) this.dispatchEvent(new UbikStopRequestEvent());
  };

  get #canSend(): boolean {
    return !this.disabled && !isInvisible(this.value) && this.#charactersLeft >= 0;
  }

  /** The number of characters left until `maxlength`; negative for a longer text, as only typing is limited by the field. */
  get #charactersLeft(): number {
    const {maxlength, value} = this;
    return maxlength > 0 ? maxlength - value.length : Infinity;
  }

  /** What is said of the characters left, near the limit. */
  get #counter(): string | undefined {
    const {composer} = this.strings;
    const left = this.#charactersLeft;
    if (left >= counterThreshold) return undefined;
    return left < 0 ? composer.tooLong(-left) : composer.charactersLeft(left);
  }

  /** Whether there are files without words, and nothing else prevents sending. */
  get #isWordless(): boolean {
    return (
      !this.disabled &&
      (readyFiles(this.attachments).length > 0 || this.#find('uploading') !== undefined)
    );
  }

  /** Why the message cannot be sent, if the user may not know it. */
  get #problem(): 'tooLong' | 'wordless' | undefined {
    if (this.#charactersLeft < 0) return 'tooLong';
    return this.#isWordless ? 'wordless' : undefined;
  }

  /** Whether the last answer goes on after the work of the page, although no run is in progress. */
  get #isContinued(): boolean {
    const last = this.shared?.lastItem;
    if (last?.kind !== 'message') return false;
    if (last.status === 'streaming') return true;
    return [...walk(last)].some(({kind, status}) => kind === 'tool' && status === 'waiting');
  }

  #find(wanted: Attachment['status']): Attachment | undefined {
    return this.attachments.find(({status}) => status === wanted);
  }

  readonly #onText = ({text}: {readonly text: string}): void => {
    this.value = text;
    this.sendState = undefined;
    this.hasRefusedFiles = false;
    this.#isWritten = !this.shared;
  };

  #setText(text: string): void {
    this.#onText({text});
    this.dispatchEvent(new UbikDraftChangeEvent(text));
  }

  /** What a message has to wait for. For a file that could not be uploaded it waits until the user sends again. */
  #waitOf(busy: boolean): 'queued' | 'queuedUpload' | 'failedUpload' | undefined {
    if (busy) return 'queued';
    if (this.#find('failed') && this.sendState !== 'failedUpload') return 'failedUpload';
    return this.#find('uploading') && 'queuedUpload';
  }

  /** Sends, or queues until sending is possible. The field is cleared only if no listener canceled `ubik-send-request`. */
  #submit(busy = this.busy): void {
    const sends = this.#canSend;
    const wait = this.#waitOf(busy);
    this.sendState = sends ? wait : this.#problem;
    const owner = this.shared?.owner;
    if (!sends && owner?.isAllowed() && !owner.isReachable())
      reportToDeveloper({code: 'no_endpoint', retryable: false});
    if (!sends || wait) return;
    const files = readyFiles(this.attachments);
    if (this.dispatchEvent(new UbikSendRequestEvent(this.value.trim(), files))) this.#setText('');
  }

  protected override render(): TemplateResult {
    return html`
      <form part="box" class="box" @submit=${this.#onSubmit}>
        ${this.#renderAttachments()}
        <div class="row">
          <slot name="start"></slot>
          ${this.files ? this.#intake.renderPicker(this.strings) : nothing} ${this.#renderField()}
          ${this.dictation ? this.#renderDictation() : nothing}
          <slot name="end"></slot>
          ${this.#renderButton()}
        </div>
      </form>
      ${this.#renderBelow()}
    `;
  }

  #renderAttachments(): unknown {
    const {attachments, strings} = this;
    return attachments.length > 0 ? renderAttachments(attachments, strings, this.#intake) : nothing;
  }

  #renderField(): TemplateResult {
    const {composer} = this.strings;
    // While a question waits, the reason below takes the place of the invitation.
    const placeholder = this.#isAsking ? '' : this.placeholder || composer.placeholder;
    // A long text has the greatest height: the layout of its copy would cost more with each letter.
    const isLong = this.value.length > LONG_TEXT;
    return html`<div
      class=${isLong ? 'field long' : 'field'}
      data-text=${isLong ? '' : `${this.value || placeholder} `}
    >
      <textarea
        part="input"
        rows="1"
        .dir=${live(fieldDirection(this.value) ?? '')}
        enterkeyhint=${enterKeyHint()}
        aria-label=${composer.label}
        aria-describedby="below"
        placeholder=${placeholder}
        maxlength=${ifDefined(this.maxlength > 0 ? this.maxlength : undefined)}
        .value=${live(this.value)}
        @beforeinput=${this.#onBeforeInput}
        @input=${this.#onInput}
        @keydown=${this.#onKeydown}
        @paste=${this.#intake.onPaste}
      ></textarea>
    </div>`;
  }

  #renderButton(): TemplateResult {
    const {composer} = this.strings;
    const stop = this.stopping ? composer.stopping : composer.stop;
    const label = this.busy ? stop : composer.send;
    return html`<button
      class="send"
      part="send"
      type="submit"
      title=${label}
      aria-label=${label}
      aria-disabled=${(this.busy ? this.stopping : !this.#canSend) ? 'true' : 'false'}
    >
      ${icon(this.busy ? 'stop' : 'up', 20)}
    </button>`;
  }

  /** Lazily loaded, because few pages use it; reports text by `ubik-draft-change`. */
  #renderDictation(): TemplateResult {
    fetchDictation();
    return html`<ubik-dictation
      .text=${this.value}
      @ubik-draft-change=${this.#onText}
    ></ubik-dictation>`;
  }

  #renderBelow(): TemplateResult {
    const {sendState: waits} = this;
    const {composer} = this.strings;
    const counter = this.#counter;
    const reason = waits === 'tooLong' ? counter : waits && composer[waits];
    const refused = this.hasRefusedFiles && !this.files ? composer.noFiles : undefined;
    return html`<div id="below" class="below">
        ${this.disabled && this.reason ? html`<bdi>${this.reason}</bdi>` : nothing}
        <span role="status" data-status=${ifDefined(waits)}>${reason ?? refused}</span>
        ${counter && reason !== counter ? html`<span>${counter}</span>` : nothing}
        <slot name="footer"></slot>
      </div>
      <span class="visually-hidden" role="status">${this.#countdown}</span>`;
  }
}
