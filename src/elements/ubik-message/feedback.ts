import {type LitElement, nothing, type TemplateResult} from 'lit';
import {html} from '../base/html.js';
import type {MessageItem} from '../../core/model/item.js';
import {UbikFeedbackRequestEvent} from '../events.js';
import type {Services} from '../base/services.js';
import type {Labels} from '../locales/en.js';
import {reportFailure} from '../base/report-failure.js';
import {cancelOnEscape} from '../shared/input/contain-key-events.js';
import {icon, type Drawing} from '../shared/icons/icons.js';

const good: Drawing = [
  'good',
  'M8 20V10l4-6.5c1.6 0 2.5 1 2.2 2.6L13.5 9.5H19a1.5 1.5 0 0 1 1.5 1.8l-1.2 6.4A2.8 2.8 0 0 1 16.5 20zM8 11H4v8h4',
];

const poor: Drawing = [
  'poor',
  'M16 4v10l-4 6.5c-1.6 0-2.5-1-2.2-2.6l.7-3.4H5a1.5 1.5 0 0 1-1.5-1.8l1.2-6.4A2.8 2.8 0 0 1 7.5 4zM16 13h4V5h-4',
];

type Rating = UbikFeedbackRequestEvent['rating'];

/** Two rating buttons below an answer, and a form that asks for the reason after rating. */
export class Feedback {
  readonly #host: LitElement;
  #rating: Rating | undefined;
  #state: 'open' | 'asking' | 'thanked' = 'open';

  constructor(host: LitElement) {
    this.#host = host;
  }

  renderButtons(item: MessageItem, services: Services): TemplateResult[] {
    const {message} = services.labels;
    return (['up', 'down'] as const).map(rating => {
      const [picture, label] = rating === 'up' ? [good, message.good] : [poor, message.bad];
      return html`<button
        class="icon-button"
        part="action"
        type="button"
        title=${label}
        aria-label=${label}
        aria-pressed=${this.#rating === rating ? 'true' : 'false'}
        data-rating=${rating}
        @click=${() => this.#rate(item, rating, services)}
      >
        ${icon(picture, 16)}
      </button>`;
    });
  }

  renderReason(item: MessageItem, {message}: Labels): TemplateResult | typeof nothing {
    const submit = (event: SubmitEvent) => {
      event.preventDefault();
      const form = event.currentTarget;
      const reason = form instanceof HTMLFormElement ? new FormData(form).get('reason') : '';
      if (this.#rating && typeof reason === 'string' && reason.trim() !== '') {
        this.#send(item, this.#rating, reason.trim());
      }
      void this.#close('thanked').catch(reportFailure(this.#host));
    };
    if (this.#state === 'open') return nothing;
    const isThanked = this.#state === 'thanked';
    const cancel = () => void this.#close('open').catch(reportFailure(this.#host));
    const form = html`<form class="reason" @submit=${submit} @keydown=${cancelOnEscape(cancel)}>
      <label>
        <span>${message.reason}</span>
        <input type="text" name="reason" autocomplete="off" dir="auto" />
      </label>
      <div class="buttons">
        <button class="button primary" type="submit">${message.submit}</button>
        <button class="button" type="button" @click=${cancel}>${message.cancel}</button>
      </div>
    </form>`;
    // The live region is there before its text: one that is added with a text is often not announced.
    return html`${isThanked ? nothing : form}
      <p class=${isThanked ? 'quiet' : 'visually-hidden'} role="status">
        ${isThanked ? message.thanks : nothing}
      </p>`;
  }

  /** Fires the event. Returns whether it was not canceled. */
  #send({id, messageId = id, traceId}: MessageItem, rating: Rating, reason?: string): boolean {
    const more = {traceId, ...(reason !== undefined && {reason})};
    return this.#host.dispatchEvent(new UbikFeedbackRequestEvent(messageId, rating, more));
  }

  /** The focus stays on the button, so that the form below it is announced. */
  #rate(item: MessageItem, rating: Rating, {conversation}: Services): void {
    if (!this.#send(item, rating)) return;
    this.#rating = rating;
    this.#setState('asking');
    conversation?.owner.announce(({message}) => message.reason);
  }

  /** Replaces the form, which has the focus, and returns the focus to the rating that opened it. */
  async #close(state: 'open' | 'thanked'): Promise<void> {
    this.#setState(state);
    await this.#host.updateComplete;
    const button = `button[data-rating=${this.#rating ?? 'up'}]`;
    this.#host.renderRoot.querySelector<HTMLElement>(button)?.focus();
  }

  #setState(state: 'open' | 'asking' | 'thanked'): void {
    this.#state = state;
    this.#host.requestUpdate();
  }
}
