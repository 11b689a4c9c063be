import {type CSSResultGroup, type TemplateResult, nothing} from 'lit';
import {property} from 'lit/decorators.js';
import {html} from '../base/html.js';
import {ifDefined} from '../base/if-defined.js';
import type {ErrorItem, NoticeItem} from '../../core/model/item.js';
import {
  UbikContinueRequestEvent,
  UbikRetryRequestEvent,
  UbikWithdrawRequestEvent,
} from '../events.js';
import {shorten} from '../../core/model/shorten.js';
import {UbikElement} from '../base/element.js';
import {formatDuration} from '../shared/text/format.js';
import {icon, type IconName} from '../shared/icons/icons.js';
import {lookUp} from '../locales/labels.js';
import {RetryCountdown} from './retry-countdown.js';
import {isSentLater, noticeLabel, presenceText} from '../shared/text/notice-text.js';
import {styles} from './ubik-notice.styles.js';

/**
 * A notice, or an error with advice and the actions that can help: try again, after the time that the server demands, or
 * withdraw a message that was not sent.
 *
 * @element ubik-notice
 * @slot - The text, without an item.
 * @slot actions - Buttons after the text.
 * @fires {UbikRetryRequestEvent} ubik-retry-request - The user retries; cancelable.
 * @fires {UbikWithdrawRequestEvent} ubik-withdraw-request - The user withdraws a message that was not sent; cancelable.
 * @fires {UbikContinueRequestEvent} ubik-continue-request - The user continues the answer; cancelable.
 * @csspart text - The text.
 * @csspart retry - The button that retries, withdraws or continues.
 */
export class UbikNotice extends UbikElement {
  static override styles: CSSResultGroup = styles;

  /** The notice or error to render; without it, the slot is displayed. */
  @property({attribute: false}) item: NoticeItem | ErrorItem | undefined;

  /** The kind to use without an item; `presence` is a line without a frame that says who joined or left. */
  @property({reflect: true}) kind: 'notice' | 'error' | 'presence' = 'notice';

  /** Whether a retry button is displayed. */
  @property({type: Boolean}) retryable = false;

  readonly #countdown = new RetryCountdown(this);

  get #error(): ErrorItem | undefined {
    return this.item?.kind === 'error' ? this.item : undefined;
  }

  /** Nothing has failed if the message is sent later. */
  protected override willUpdate(): void {
    const {item} = this;
    const error = this.#error;
    if (!item) return;
    const neutral = presenceText(item, this.strings) ? 'presence' : 'notice';
    this.kind = error && !isSentLater(error) ? 'error' : neutral;
  }

  protected override render(): TemplateResult {
    return html`
      ${this.kind === 'presence' ? nothing : icon(this.kind === 'error' ? 'error' : 'info')}
      <div class="words" part="text">
        ${this.item ? this.#renderTexts(this.item) : html`<slot></slot>`}
      </div>
      ${this.#renderActions()}
      <slot name="actions"></slot>
    `;
  }

  #renderActions(): unknown {
    const {strings, item} = this;
    const error = this.#error;
    if (error && isSentLater(error)) {
      return this.#renderButton('close', strings.message.cancel, this.#onWithdraw);
    }
    if (this.retryable) return this.#renderRetry(error);
    if (error?.unsent) return this.#renderButton('edit', strings.message.edit, this.#onWithdraw);
    return item?.status === 'waiting' && this.services.operations.continue
      ? this.#renderButton('again', strings.chat.continue, this.#onContinue)
      : nothing;
  }

  /** The button is disabled for as long as the server demands to wait. */
  #renderRetry(error: ErrorItem | undefined): TemplateResult {
    const {chat, locale} = this.strings;
    const left = error ? this.#countdown.read(error) : 0;
    const label = left > 0 ? chat.retryWait(formatDuration(left, locale)) : chat.retry;
    return this.#renderButton('again', label, this.#onRetry, left > 0);
  }

  #renderButton(
    picture: IconName,
    label: string,
    act: () => void,
    disabled = false,
  ): TemplateResult {
    return html`<button
      class="button"
      part="retry"
      type="button"
      ?disabled=${disabled}
      @click=${act}
    >
      ${icon(picture, 15)} ${label}
    </button>`;
  }

  readonly #onContinue = () => this.dispatchEvent(new UbikContinueRequestEvent());

  readonly #onRetry = () => this.dispatchEvent(new UbikRetryRequestEvent());

  readonly #onWithdraw = () => this.dispatchEvent(new UbikWithdrawRequestEvent());

  #renderTexts(item: NoticeItem | ErrorItem): TemplateResult {
    const {errors, chat} = this.strings;
    const error = this.#error;
    const known =
      item.kind === 'error' ? lookUp(errors, item.code) : noticeLabel(item, this.strings);
    const [first, second] = known ? [known, item.text] : [item.text ?? errors.unknown, undefined];
    const later = error && isSentLater(error) ? chat.sendLater : undefined;
    const more = [second === first ? undefined : second, error?.advice, later].filter(Boolean);
    // A name at the beginning does not decide the direction of a sentence of the interface.
    return html`<div class="first" dir=${ifDefined(known ? undefined : 'auto')}>${fold(first)}</div>
      ${more.map(line => html`<div class="second" dir="auto">${fold(line)}</div>`)}`;
  }
}

/** Characters of a longer text, such as a log, that are displayed before the user opens it. */
const maxCharacters = 500;

function fold(text: string | undefined): TemplateResult | string | undefined {
  if (text === undefined) return undefined;
  const start = shorten(text, maxCharacters);
  if (start === text) return text;
  return html`<details>
    <summary>${start}</summary>
    …${text.slice(start.length - 1)}
  </details>`;
}
