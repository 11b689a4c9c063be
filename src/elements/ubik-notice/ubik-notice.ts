import {type CSSResultGroup, type TemplateResult, html, nothing} from 'lit';
import {property} from 'lit/decorators.js';
import type {ErrorItem, NoticeItem} from '../../core/model/item.js';
import {UbikContinueRequestEvent, UbikRetryRequestEvent} from '../events.js';
import {UbikElement} from '../base/element.js';
import {formatWait} from '../shared/format.js';
import {icon} from '../shared/icons.js';
import {lookUp} from '../locales/labels.js';
import {styles} from './ubik-notice.styles.js';

/**
 * A notice, or an error with advice on what to do next.
 *
 * @element ubik-notice
 * @slot - The text, without an item.
 * @fires {UbikRetryRequestEvent} ubik-retry-request - The user retries; cancelable.
 * @fires {UbikContinueRequestEvent} ubik-continue-request - The user continues the answer; cancelable.
 * @csspart text - The text.
 * @csspart retry - The button that retries or continues.
 */
export class UbikNotice extends UbikElement {
  static override styles: CSSResultGroup = styles;

  /** The notice or error to render; without it, the slot is displayed. */
  @property({attribute: false}) item: NoticeItem | ErrorItem | undefined;

  /** The kind to use without an item. */
  @property({reflect: true}) kind: 'notice' | 'error' = 'notice';

  /** Whether a retry button is displayed. */
  @property({type: Boolean}) retryable = false;

  protected override willUpdate(): void {
    if (this.item) this.kind = this.item.kind;
  }

  protected override render(): TemplateResult {
    return html`
      ${icon(this.kind === 'error' ? 'error' : 'info')}
      <div class="words" part="text">
        ${this.item ? this.#renderWords(this.item) : html`<slot></slot>`}
      </div>
      ${this.retryable ? this.#renderButton(this.strings.chat.retry, this.#onRetry) : nothing}
      ${
        this.item?.status === 'waiting' && this.services.abilities.continue
          ? this.#renderButton(this.strings.chat.continue, this.#onContinue)
          : nothing
      }
    `;
  }

  #renderButton(words: string, act: () => void): TemplateResult {
    return html`<button class="button" part="retry" type="button" @click=${act}>
      ${icon('again', 15)} ${words}
    </button>`;
  }

  readonly #onContinue = () => this.dispatchEvent(new UbikContinueRequestEvent());

  readonly #onRetry = () => this.dispatchEvent(new UbikRetryRequestEvent());

  #renderWords(item: NoticeItem | ErrorItem): TemplateResult {
    const {errors, notices} = this.strings;
    const known = lookUp(item.kind === 'error' ? errors : notices, item.code);
    const [first, second] = known ? [known, item.text] : [item.text ?? errors.unknown, undefined];
    const {advice, retryAfter} = item as Partial<ErrorItem>;
    const time = retryAfter && formatWait(retryAfter, this.strings.locale);
    const more = [second === first ? undefined : second, advice, time].filter(Boolean);
    return html`<p class="first" dir="auto">${first}</p>
      ${more.map(words => html`<p class="second" dir="auto">${words}</p>`)}`;
  }
}
