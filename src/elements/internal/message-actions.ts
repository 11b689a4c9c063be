import {html, type LitElement, nothing, type TemplateResult} from 'lit';
import type {MessageItem} from '../../core/index.js';
import {UbikFeedbackEvent, UbikNavigateEvent, UbikRegenerateEvent} from '../events.js';
import type {Services} from '../services.js';
import {CopyButton} from './copy-button.js';
import {icon, type IconName} from './icons.js';

type Absent = typeof nothing;

interface Choices {
  /** What is copied. */
  readonly text: () => string;
  readonly edit?: () => void;
}

/** The row of buttons under a message. A button exists where the chat has the ability; those that start a run hide during one. */
export class MessageActions {
  readonly #host: LitElement;
  readonly #copy: CopyButton;
  #rating: 'up' | 'down' | undefined;

  constructor(host: LitElement) {
    this.#host = host;
    this.#copy = new CopyButton(host);
  }

  render(item: MessageItem, services: Services, {text, edit}: Choices): TemplateResult {
    const {labels, abilities} = services;
    const {message} = labels;
    const id = item.messageId;
    const answer = item.role === 'assistant';
    return html`<div class="actions" part="actions" role="group" aria-label=${message.actions}>
      ${this.#copy.render(text, message.copy, message.copied)}
      ${edit && id && abilities.edit ? action('edit', message.edit, edit) : nothing}
      ${
        answer && id && abilities.regenerate
          ? action('again', message.regenerate, () =>
              this.#host.dispatchEvent(new UbikRegenerateEvent(id)),
            )
          : nothing
      }
      ${answer && abilities.feedback ? this.#renderFeedback(id ?? item.id, services) : nothing}
      ${abilities.navigate ? this.#renderBranches(item, services) : nothing}
    </div>`;
  }

  #renderFeedback(id: string, {labels}: Services): TemplateResult {
    const rate = (rating: 'up' | 'down') => () => {
      if (!this.#host.dispatchEvent(new UbikFeedbackEvent(id, rating))) return;
      this.#rating = rating;
      this.#host.requestUpdate();
    };
    const button = (name: 'good' | 'poor', rating: 'up' | 'down') =>
      html`<button
        class="icon-button"
        part="action"
        type="button"
        title=${labels.message[name]}
        aria-label=${labels.message[name]}
        aria-pressed=${this.#rating === rating ? 'true' : 'false'}
        @click=${rate(rating)}
      >
        ${icon(name, 16)}
      </button>`;
    return html`${button('good', 'up')}${button('poor', 'down')}`;
  }

  #renderBranches(item: MessageItem, {labels}: Services): TemplateResult | Absent {
    const {branches, messageId} = item;
    if (!branches || branches.length < 2 || !messageId) return nothing;
    const {message} = labels;
    const at = branches.indexOf(messageId);
    const step = (offset: number, label: string) => {
      const target = branches[at + offset];
      return html`<button
        class="icon-button"
        part="action"
        type="button"
        title=${label}
        aria-label=${label}
        ?disabled=${target === undefined}
        @click=${() => target && this.#host.dispatchEvent(new UbikNavigateEvent(target))}
      >
        ${icon('chevron', 16)}
      </button>`;
    };
    return html`<span class="branches idle-only">
      <span class="previous">${step(-1, message.previous)}</span>
      <span class="visually-hidden">${message.branch(at + 1, branches.length)}</span>
      <span aria-hidden="true">${at + 1} / ${branches.length}</span>
      ${step(1, message.next)}
    </span>`;
  }
}

function action(name: IconName, label: string, act: () => void): TemplateResult {
  return html`<button
    class="icon-button idle-only ${name}"
    part="action"
    type="button"
    title=${label}
    aria-label=${label}
    @click=${act}
  >
    ${icon(name, 16)}
  </button>`;
}
