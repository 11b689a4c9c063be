import {html, type LitElement, nothing, type TemplateResult} from 'lit';
import {UbikFeedbackRequestEvent} from '../events.js';
import type {Labels} from '../locales/en.js';
import {icon} from '../shared/icons.js';
import {good, poor} from '../shared/extra-icons.js';

type Rating = UbikFeedbackRequestEvent['rating'];

/** Two rating buttons below an answer, and a form that asks for the reason after rating. */
export class Feedback {
  readonly #host: LitElement;
  #rating: Rating | undefined;
  #state: 'open' | 'asking' | 'thanked' = 'open';

  constructor(host: LitElement) {
    this.#host = host;
  }

  renderButtons(id: string, {message}: Labels): TemplateResult[] {
    return (['up', 'down'] as const).map(rating => {
      const [picture, label] = rating === 'up' ? [good, message.good] : [poor, message.bad];
      return html`<button
        class="icon-button"
        part="action"
        type="button"
        title=${label}
        aria-label=${label}
        aria-pressed=${this.#rating === rating ? 'true' : 'false'}
        @click=${() => this.#rate(id, rating)}
      >
        ${icon(picture, 16)}
      </button>`;
    });
  }

  renderReason(id: string, {message}: Labels): TemplateResult | typeof nothing {
    const submit = (event: SubmitEvent) => {
      event.preventDefault();
      const form = event.currentTarget;
      const reason = form instanceof HTMLFormElement ? new FormData(form).get('reason') : '';
      if (this.#rating && typeof reason === 'string' && reason.trim() !== '') {
        this.#host.dispatchEvent(new UbikFeedbackRequestEvent(id, this.#rating, reason.trim()));
      }
      this.#setState('thanked');
    };
    if (this.#state === 'thanked')
      return html`<p class="quiet" role="status">${message.thanks}</p>`;
    if (this.#state !== 'asking') return nothing;
    return html`<form class="reason" @submit=${submit}>
      <label>
        <span>${message.reason}</span>
        <input type="text" name="reason" autocomplete="off" dir="auto" />
      </label>
      <div class="buttons">
        <button class="button primary" type="submit">${message.submit}</button>
        <button class="button" type="button" @click=${() => this.#setState('open')}>
          ${message.cancel}
        </button>
      </div>
    </form>`;
  }

  #rate(id: string, rating: Rating): void {
    if (!this.#host.dispatchEvent(new UbikFeedbackRequestEvent(id, rating))) return;
    this.#rating = rating;
    this.#setState('asking');
  }

  #setState(state: 'open' | 'asking' | 'thanked'): void {
    this.#state = state;
    this.#host.requestUpdate();
  }
}
