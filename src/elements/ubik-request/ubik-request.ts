import {type CSSResultGroup, type TemplateResult, nothing} from 'lit';
import {property, state} from 'lit/decorators.js';
import {ifDefined} from 'lit/directives/if-defined.js';
import {repeat} from '../base/repeat.js';
import type {Reply} from '../../controller/types.js';
import type {RequestItem} from '../../core/model/item.js';
import {UbikReplyRequestEvent} from '../events.js';
import {Deadline} from './deadline.js';
import {UbikElement} from '../base/element.js';
import {fillForm, formText} from './form-memory.js';
import {formatDuration, humanise} from '../shared/format.js';
import {html} from '../base/html.js';
import {icon} from '../shared/icons.js';
import {inputMethod} from '../shared/contain-key-events.js';
import {
  type AnswerType,
  answerTypes,
  answerText,
  confirmAnswers,
  readAnswer,
  renderFields,
} from './request-forms.js';
import {styles} from './ubik-request.styles.js';

/**
 * A question of the agent or of a tool. The user answers with text, JSON, a choice, a file, or yes and no.
 *
 * @element ubik-request
 * @fires {UbikReplyRequestEvent} ubik-reply-request - The user answers; cancelable.
 * @csspart prompt - The question.
 * @csspart form - The form that answers it.
 * @csspart answer - The answer of the user.
 */
export class UbikRequest extends UbikElement {
  static override styles: CSSResultGroup = styles;

  /** The question to render. */
  @property({attribute: false}) item: RequestItem | undefined;

  /** The form that the user chose, if the question allows several. */
  @state() private chosen: AnswerType | undefined;

  @state() private problem = '';

  @state() private sending = false;

  readonly #deadline = new Deadline(this, item => this.services.questionAge?.(item));

  #form: HTMLFormElement | null = null;

  /** The serialized form of the last submission. */
  #submitted = '';

  /** Restores a draft after a reload, and a failed submission when its form is displayed again. */
  protected override updated(): void {
    const form = this.renderRoot.querySelector('form');
    if (form === this.#form) return;
    this.#form = form;
    const {memory} = this.services;
    if (form) fillForm(form, this.#submitted || (memory?.recall(this.#name) ?? ''));
    else memory?.remember(this.#name, undefined);
  }

  /** The key of the stored draft. It uses ids of the server, because local ids change with a reload. */
  get #name(): string {
    const {item} = this;
    return `answer.${item?.executionId ?? item?.checkpoint ?? item?.prompt ?? ''}`;
  }

  readonly #onInput = () => {
    if (this.#form) this.services.memory?.remember(this.#name, formText(this.#form));
  };

  protected override render(): TemplateResult | typeof nothing {
    const {item, strings: labels} = this;
    if (!item) return nothing;
    const left = this.#deadline.read(item);
    const open = item.status === 'waiting' && left !== 0;
    const asks = item.toolName
      ? labels.request.fromTool(humanise(item.toolName))
      : labels.request.title;
    return html`
      <div class="card" ?data-open=${open}>
        <p class="title">
          ${icon(item.status === 'done' ? 'check' : 'question', 16)}
          <span>${item.status === 'done' ? labels.request.answered : asks}</span>
          ${
            open && left !== undefined
              ? html`<span class="left"
                  >${labels.request.timeLeft(formatDuration(left, labels.locale))}</span
                >`
              : nothing
          }
        </p>
        <ubik-markdown class="prompt" part="prompt" .text=${item.prompt}></ubik-markdown>
        ${open ? this.#renderForm(item) : this.#renderOutcome(item)}
      </div>
    `;
  }

  readonly #onSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!this.item || !(event.currentTarget instanceof HTMLFormElement)) return;
    const answer = readAnswer(
      this.#type(this.item),
      this.item,
      new FormData(event.currentTarget, event.submitter),
      this.strings,
    );
    if (typeof answer === 'string') this.#showError(answer);
    else void this.#send(answer);
  };

  readonly #onKeydown = (event: KeyboardEvent) => {
    const {target} = event;
    const field = target instanceof HTMLTextAreaElement && !target.classList.contains('code');
    if (!field || event.key !== 'Enter' || event.shiftKey || inputMethod.owns(event)) return;
    event.preventDefault();
    target.form?.requestSubmit();
  };

  async #send(reply: Reply): Promise<void> {
    const event = new UbikReplyRequestEvent(this.item?.id ?? '', reply);
    this.#submitted = this.#form ? formText(this.#form) : '';
    this.problem = '';
    this.sending = true;
    this.dispatchEvent(event);
    try {
      await event.takeResult();
    } catch {
      this.problem = this.strings.request.failed;
    } finally {
      this.sending = false;
    }
  }

  #showError(problem: string): void {
    this.problem = problem;
    this.renderRoot.querySelector<HTMLElement>('textarea, input, select')?.focus();
  }

  #type(item: RequestItem): AnswerType {
    const types = answerTypes(item);
    return this.chosen && types.includes(this.chosen) ? this.chosen : (types[0] ?? 'text');
  }

  #renderForm(item: RequestItem): TemplateResult {
    const {request} = this.strings;
    const type = this.#type(item);
    return html`<form
      part="form"
      novalidate
      @submit=${this.#onSubmit}
      @keydown=${this.#onKeydown}
      @compositionend=${inputMethod.ended}
      @input=${this.#onInput}
    >
      ${this.#renderTypes(item, type)}
      ${repeat([type], String, () => renderFields(type, item, this.strings))}
      <p class="problem" role="alert" ?hidden=${!this.problem}>${this.problem}</p>
      <div class="buttons">
        ${
          type === 'confirm'
            ? this.#renderConfirm(item)
            : type === 'permission'
              ? this.#renderPermission()
              : html`<button class="button primary" type="submit" ?disabled=${this.sending}>
                  ${this.sending ? request.sending : request.send}
                </button>`
        }
      </div>
    </form>`;
  }

  #renderConfirm(item: RequestItem): readonly TemplateResult[] {
    return confirmAnswers(item, this.strings).map(
      ({words, reply}, index) =>
        html`<button
          class=${index === 0 ? 'button primary' : 'button'}
          type="button"
          dir="auto"
          ?disabled=${this.sending}
          @click=${() => void this.#send(reply)}
        >
          ${words}
        </button>`,
    );
  }

  #renderPermission(): TemplateResult {
    const {allowOnce, alwaysAllow, deny} = this.strings.request;
    const button = (words: string, allow?: 'once' | 'always') =>
      html`<button
        class=${allow === 'once' ? 'button primary' : 'button'}
        name=${ifDefined(allow && 'allow')}
        value=${ifDefined(allow)}
        ?disabled=${this.sending}
      >
        ${words}
      </button>`;
    return html`${button(allowOnce, 'once')} ${button(alwaysAllow, 'always')} ${button(deny)}`;
  }

  #renderTypes(item: RequestItem, chosen: AnswerType): TemplateResult | typeof nothing {
    const types = answerTypes(item);
    if (types.length < 2) return nothing;
    const {request} = this.strings;
    return html`<div class="types" role="group" aria-label=${request.answerAs}>
      ${types.map(
        type =>
          html`<button
            class="type"
            type="button"
            aria-pressed=${type === chosen ? 'true' : 'false'}
            @click=${() => (this.chosen = type)}
          >
            ${request.types[type]}
          </button>`,
      )}
    </div>`;
  }

  #renderOutcome(item: RequestItem): TemplateResult | typeof nothing {
    const {request} = this.strings;
    if (!item.answer) {
      // Do not announce an answer that was given elsewhere.
      return item.status === 'done' ? nothing : html`<p class="quiet">${request.expired}</p>`;
    }
    const words = answerText(item.answer, this.strings, item.confirmLabels);
    return html`<p class="answer" part="answer" dir="auto">${words}</p>`;
  }
}
