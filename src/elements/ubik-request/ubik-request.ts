import {type CSSResultGroup, type PropertyValues, type TemplateResult, nothing} from 'lit';
import {ifDefined} from '../base/if-defined.js';
import {property, state} from 'lit/decorators.js';
import {repeat} from '../base/repeat.js';
import type {Reply} from '../../controller/types.js';
import {LazyModule} from '../../controller/lazy-module.js';
import {focusedIn} from '../base/focused-element.js';
import type {Item, RequestItem} from '../../core/model/item.js';
import {UbikReplyRequestEvent} from '../events.js';
import {type AnswerButtons, renderButtons} from './answer-buttons.js';
import {argumentsOf, renderRows} from './value-rows.js';
import {Deadline} from './deadline.js';
import {DeadlineAnnouncer} from './deadline-announcer.js';
import {draftNameOf} from './draft-name.js';
import {Extension} from './extension.js';
import {ItemPart} from '../conversation/item-part.js';
import {NewestItem} from '../conversation/newest-item.js';
import {isInModal} from '../conversation/part.js';
import type {SharedConversation} from '../conversation/shared-conversation.js';
import {FormDraft} from './form-draft.js';
import {fillForm} from './form-memory.js';
import {formatDuration} from '../shared/text/format.js';
import {html} from '../base/html.js';
import {icon} from '../shared/icons/icons.js';
import {
  cancelOnEscape,
  containKeyEvents,
  isSendingKey,
} from '../shared/input/contain-key-events.js';
import {pressOnce} from '../shared/input/press-once.js';
import {namesTool, questionDetail, questionText, subjectOf} from '../shared/text/question-text.js';
import {showInvisible} from '../shared/html/safe-url.js';
import {type AnswerType, answerTypes, hasForm, readAnswer, renderFields} from './request-forms.js';
import type {SchemaForm} from './schema-form/schema-form.js';
import {submitInSandbox} from '../shared/submit-in-sandbox.js';
import {renderOutcome} from './outcome.js';
import {styles} from './ubik-request.styles.js';

/** Forms of a schema, with the validator. */
const schemaForms = new LazyModule(() => import('./schema-form/schema-form.js'));

/**
 * A question of the agent or of a tool: the given one, or the newest open one of a conversation, or else the newest one.
 * The user answers with text, a form, a choice, a file, or yes and no. The answer is validated before it is sent.
 *
 * @element ubik-request
 * @fires {UbikReplyRequestEvent} ubik-reply-request - The user answers; cancelable.
 * @fires {UbikExtendRequestEvent} ubik-extend-request - The user asks for more time; cancelable.
 * @csspart prompt - The question.
 * @csspart arguments - The arguments of the call that the question is about.
 * @csspart form - The form that answers it.
 * @csspart field - One field of a form, with its label, hint and problem.
 * @csspart group - Several fields of a form that belong together.
 * @csspart extend - The button that asks for more time.
 * @csspart answer - The answer of the user.
 */
export class UbikRequest extends ItemPart<RequestItem> {
  static override styles: CSSResultGroup = styles;

  /** The question to render. */
  @property({attribute: false}) item: RequestItem | undefined;

  /** The form that the user chose, if the question allows several. */
  @state() private chosen: AnswerType | undefined;

  @state() private problem = '';

  @state() private sending = false;

  /** Whether the user is about to deny a permission. */
  @state() private denying = false;

  /** The name of the chosen file. */
  @state() private fileName = '';

  readonly #deadline = new Deadline(this, item => this.services.questionAge?.(item));

  readonly #announcer = new DeadlineAnnouncer(this, this.#deadline, () => ({
    question: this.shown,
    labels: this.strings,
    conversation: this.#announcingConversation,
  }));

  readonly #extension = new Extension(this, () => this.#announcer.onExtended());

  /** The form of the question's schema, once its module has loaded. */
  #schemaForm: SchemaForm | undefined;

  /** The form that is displayed, and its type. */
  #form: HTMLFormElement | null = null;
  #formType: AnswerType | undefined;

  /** Whether the user has chosen another form, which is not displayed yet. */
  #hasChosen = false;

  readonly #draft = new FormDraft(() => ({
    memory: this.services.memory,
    name: draftNameOf(this.shown, this.services.conversation?.controller),
  }));

  protected override selects(item: Item): item is RequestItem {
    return item.kind === 'request';
  }

  /** Without an item, open questions come first: the run waits for all of them. */
  protected override get shown(): RequestItem | undefined {
    const open = this.item || !this.shared ? undefined : this.#openIn(this.shared);
    return open ?? super.shown;
  }

  protected override read(conversation: SharedConversation): readonly unknown[] {
    return [this.#openIn(conversation), ...super.read(conversation)];
  }

  #openIn({items}: SharedConversation): RequestItem | undefined {
    return this.itemId ? undefined : this.#open.find(items);
  }

  readonly #open = new NewestItem(
    (item): item is RequestItem => this.selects(item) && item.status === 'waiting',
  );

  protected override reset(): void {
    this.#draft.reset();
    this.chosen = undefined;
    this.problem = '';
    this.sending = false;
    this.denying = false;
    this.fileName = '';
    this.#hasChosen = false;
    this.#extension.reset();
    this.#schemaForm = undefined;
    this.#announcer.reset();
    this.#form?.reset();
    this.#form = null; // The form of the next question is a new one, although its nodes may be the same.
  }

  constructor() {
    super();
    containKeyEvents(this);
    pressOnce(this, '.buttons button');
    submitInSandbox(this);
  }

  /** Keeps the focus in the card of a question that is answered, or of the next one, where no transcript does so. */
  protected override update(changed: PropertyValues): void {
    const focused = focusedIn(this);
    const isOther = this.shown?.id !== this.#shownBefore;
    this.#shownBefore = this.shown?.id;
    super.update(changed);
    if (!this.item && focused && (isOther || !focused.isConnected))
      this.focus({preventScroll: true});
  }

  #shownBefore: string | undefined;

  /** Restores a draft after a reload, a failed submission when its form is displayed again, and another form. */
  protected override updated(): void {
    const form = this.renderRoot.querySelector('form');
    const type = this.shown && this.#type(this.shown);
    if (form === this.#form && type === this.#formType) return;
    const isNew = form !== this.#form;
    const hadForm = this.#form !== null;
    this.#form = form;
    this.#formType = type;
    if (!form || !type) {
      // The same question may be open below, with a draft that it has not read yet.
      if (hadForm) this.#draft.remove();
      return;
    }
    const draft = this.#draft.kept(type) ?? (isNew ? this.#draft.restored : '');
    if (draft) fillForm(form, draft); // Without a draft the defaults remain.
    if (this.#hasChosen) this.#focusField();
    this.#hasChosen = false;
  }

  /** Focuses the card, for a keyboard user. */
  override focus(options?: FocusOptions): void {
    this.renderRoot.querySelector<HTMLElement>('.card')?.focus(options);
  }

  /** Without a field, the focus stays on the button that returns to the form before it. */
  #focusField(): void {
    this.renderRoot.querySelector<HTMLElement>('textarea, input, select')?.focus();
  }

  readonly #onInput = ({target}: Event) => {
    if (!this.#form) return;
    if (target instanceof HTMLInputElement && target.type === 'file') {
      this.fileName = target.files?.[0]?.name ?? '';
    }
    this.problem = '';
    this.#draft.store(this.#form);
  };

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#draft.flush();
  }

  readonly #onChange = () => {
    if (this.#form) this.#schemaForm?.update(this.#form);
  };

  protected override render(): TemplateResult | typeof nothing {
    const {shown: item, strings: labels} = this;
    if (!item) return nothing;
    const left = this.#deadline.read(item);
    const open = item.status === 'waiting' && left !== 0;
    const detail = questionDetail(item);
    const rows = renderRows(argumentsOf(item), 'arguments', {labels});
    return html`
      <div
        class="card"
        role="group"
        tabindex=${ifDefined(open || !this.item ? -1 : undefined)}
        aria-labelledby="prompt"
        aria-describedby=${rows === nothing ? nothing : 'arguments'}
        ?data-open=${open}
      >
        <p class="title">
          <span class="asks">
            ${icon(item.status === 'done' ? 'check' : 'question', 16)} ${this.#renderTitle(item)}
          </span>
          ${open && left !== undefined ? this.#renderTime(left) : nothing}
        </p>
        <ubik-markdown
          id="prompt"
          class="prompt"
          part="prompt"
          .text=${questionText(item, labels)}
        ></ubik-markdown>
        ${detail ? html`<ubik-markdown class="quiet" .text=${detail}></ubik-markdown>` : nothing}
        ${rows} ${open ? this.#extension.renderProblem(labels) : nothing}
        ${open ? this.#renderForm(item) : renderOutcome(item, labels)}
        ${this.#announcer.render(left)}
      </div>
    `;
  }

  #renderTitle(item: RequestItem): TemplateResult {
    const {request} = this.strings;
    if (item.status === 'done') return html`<span>${request.answered}</span>`;
    const subject = subjectOf(item);
    const title =
      subject === undefined || namesTool(item)
        ? request.title
        : request.fromTool(showInvisible(subject));
    return html`<span title=${ifDefined(item.toolName)}>${title}</span>`;
  }

  #renderTime(left: number): TemplateResult {
    const {request, locale} = this.strings;
    return html`<span
        class="left"
        role="timer"
        data-warning=${this.#deadline.warningAt(left) ?? nothing}
        >${request.timeLeft(formatDuration(left, locale))}</span
      >${this.services.operations.extend ? this.#extension.renderButton(this.shown?.id ?? '', this.strings) : nothing}`;
  }

  /**
   * The conversation, if its chat announces the deadline, also while it is closed. A modal around an element that names its chat
   * silences that.
   */
  get #announcingConversation(): SharedConversation | undefined {
    const {conversation} = this.services;
    const isSilenced = this.isBound && isInModal(this);
    return conversation?.isAnnounced && !isSilenced ? conversation : undefined;
  }

  readonly #onSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    const {shown: item, strings} = this;
    const form = event.currentTarget;
    if (!item || this.sending || !(form instanceof HTMLFormElement)) return;
    const type = this.#type(item);
    if (type === 'json' && this.#schemaForm) {
      void this.#submitSchema(this.#schemaForm, form);
      return;
    }
    const answer = readAnswer(type, new FormData(form, event.submitter), strings);
    if (typeof answer === 'string') this.#showError(answer);
    else void this.#send(answer);
  };

  async #submitSchema(schemaForm: SchemaForm, form: HTMLFormElement): Promise<void> {
    this.problem = '';
    const value = await schemaForm.submit(form);
    if (value !== undefined) await this.#send({type: 'json', input: value});
  }

  readonly #onKeydown = (event: KeyboardEvent) => {
    const {target} = event;
    if (this.denying) this.#onEscape(event);
    if (!(target instanceof HTMLTextAreaElement)) return;
    if (!isSendingKey(event, target.matches('.code, [data-multiline]'))) return;
    event.preventDefault();
    target.form?.requestSubmit();
  };

  readonly #onEscape = cancelOnEscape(() => void this.#deny(false));

  async #send(reply: Reply): Promise<void> {
    const id = this.shown?.id ?? '';
    const event = new UbikReplyRequestEvent(id, reply);
    const removeDraft = this.#draft.submit(this.#form);
    this.problem = '';
    this.sending = true;
    this.dispatchEvent(event);
    try {
      await event.takeResult();
      removeDraft();
      this.#onSent(id);
    } catch {
      this.#onSent(id, this.strings.request.failed);
    }
  }

  /** The element may follow the newest question, and display another one by now. */
  #onSent(id: string, problem = ''): void {
    if (this.shown && this.shown.id !== id) return;
    this.sending = false;
    this.problem = problem;
  }

  #showError(problem: string): void {
    this.problem = problem;
    this.#focusField();
  }

  #type(item: RequestItem): AnswerType {
    const types = answerTypes(item);
    return this.chosen && types.includes(this.chosen) ? this.chosen : (types[0] ?? 'text');
  }

  #choose(type: AnswerType): void {
    if (this.#form && this.#formType) this.#draft.keep(this.#formType, this.#form);
    this.problem = '';
    this.chosen = type;
    this.#hasChosen = true;
  }

  #renderForm(item: RequestItem): TemplateResult | typeof nothing {
    const type = this.#type(item);
    const fields = type === 'json' && hasForm(item.schema) ? this.#renderSchema(item) : undefined;
    if (fields === nothing) return nothing;
    const {strings} = this;
    const {file, failed} = strings.request;
    const wrong = this.problem === failed ? '' : this.problem;
    const invalid = type === 'json' ? (this.#schemaForm?.problemCount ?? 0) : 0;
    const problem = this.problem || (invalid > 0 ? strings.form.problems(invalid) : '');
    const content = () => fields ?? renderFields(type, item, file, wrong);
    return html`<form
      part="form"
      novalidate
      @submit=${this.#onSubmit}
      @keydown=${this.#onKeydown}
      @input=${this.#onInput}
      @change=${this.#onChange}
    >
      ${repeat([type], String, content)}
      ${type === 'file' && this.fileName ? html`<bdi>${this.fileName}</bdi>` : nothing}
      <p id="problem" class="problem" role="alert" ?hidden=${!problem}>${problem}</p>
      <div class="buttons">
        ${renderButtons(type, item, this.#buttons)}
        ${this.denying ? nothing : this.#renderOtherTypes(item, type)}
      </div>
    </form>`;
  }

  get #buttons(): AnswerButtons {
    return {
      labels: this.strings,
      sending: this.sending,
      denying: this.denying,
      onReply: reply => {
        if (!this.sending) void this.#send(reply);
      },
      onDeny: denying => void this.#deny(denying),
    };
  }

  /** The form of a schema; nothing until its module has loaded. */
  #renderSchema(item: RequestItem): TemplateResult | typeof nothing {
    const module = schemaForms.get(this);
    if (!module) return nothing;
    this.#schemaForm ??= new module.SchemaForm(this, item, this.#draft.restored);
    return this.#schemaForm.render(this.strings);
  }

  async #deny(denying: boolean): Promise<void> {
    if (this.sending) return;
    this.denying = denying;
    await this.updateComplete;
    this.renderRoot.querySelector<HTMLElement>(denying ? '[name="reason"]' : '.deny')?.focus();
  }

  /** Quiet buttons for the other forms that the question allows, below those that answer it. */
  #renderOtherTypes(item: RequestItem, chosen: AnswerType): readonly TemplateResult[] {
    const others = answerTypes(item).filter(type => type !== chosen);
    return others.map(
      type =>
        html`<button class="other" type="button" @click=${() => this.#choose(type)}>
          ${this.strings.request.instead[type]}
        </button>`,
    );
  }
}
