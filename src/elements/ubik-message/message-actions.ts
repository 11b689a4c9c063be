import {html, type LitElement, nothing, type TemplateResult} from 'lit';
import {type MessageItem} from '../../core/model/item.js';
import {plainText} from '../../core/model/select.js';
import {UbikErrorEvent, UbikNavigateRequestEvent, UbikRegenerateRequestEvent} from '../events.js';
import type {Services} from '../base/services.js';
import type {Labels} from '../locales/en.js';
import {CopyButton} from '../shared/copy-button.js';
import type {CopySource} from '../shared/copying.js';
import {richText} from './answer-text.js';
import {Feedback} from './feedback.js';
import {readAloud} from './speech.js';
import {icon, type IconName} from '../shared/icons.js';
import {reportFailure} from '../base/report-failure.js';

type Absent = typeof nothing;

interface ActionOptions {
  /** The text to copy. */
  readonly text: CopySource;
  readonly edit?: () => void;
}

/** The buttons below a message. A button exists if the chat has the capability; those that start a run hide during one. */
export class MessageActions {
  readonly #host: LitElement;
  readonly #copy: CopyButton;
  readonly #copyMarkdown: CopyButton;
  #feedback: Feedback | undefined;
  #reading = false;

  constructor(host: LitElement) {
    this.#host = host;
    this.#copy = new CopyButton(host);
    this.#copyMarkdown = new CopyButton(host);
  }

  render(item: MessageItem, services: Services, {text, edit}: ActionOptions): TemplateResult {
    const {labels, abilities} = services;
    const {message} = labels;
    const id = item.messageId;
    const answer = item.role === 'assistant';
    const feedback =
      answer && abilities.feedback ? (this.#feedback ??= new Feedback(this.#host)) : undefined;
    return html`<div class="actions" part="actions" role="group" aria-label=${message.actions}>
        ${this.#copy.render(text, message, {
          label: message.copy,
          ...(answer && {
            rich: {
              write: words => richText(words, this.#host),
              plain: message.copiedPlain,
            },
          }),
        })}
        ${
          answer
            ? this.#copyMarkdown.render(text, message, {
                label: message.copyMarkdown,
                picture: 'markdown',
              })
            : nothing
        }
        ${answer ? this.#renderReadAloud(plainText(item), labels) : nothing}
        ${edit && id && abilities.edit ? action('edit', message.edit, edit) : nothing}
        ${
          answer && id && abilities.regenerate
            ? action('again', message.regenerate, () =>
                this.#host.dispatchEvent(new UbikRegenerateRequestEvent(id)),
              )
            : nothing
        }
        ${feedback?.renderButtons(id ?? item.id, labels)}
        ${abilities.navigate ? this.#renderBranches(item, services) : nothing}
      </div>
      ${feedback?.renderReason(id ?? item.id, labels)}`;
  }

  #renderReadAloud(text: string, labels: Labels): TemplateResult {
    const {message} = labels;
    const reading = this.#reading;
    const act = async () => {
      if (reading) {
        speechSynthesis.cancel();
        return;
      }
      this.#setReading(true);
      const isRead = await readAloud(text, labels);
      this.#setReading(false);
      if (isRead) return;
      this.#host.dispatchEvent(new UbikErrorEvent({code: 'not_read', retryable: true}));
    };
    return html`<button
      class="icon-button voice"
      part="action"
      type="button"
      title=${reading ? message.stopReading : message.readAloud}
      ?hidden=${typeof window !== 'undefined' && !('speechSynthesis' in window)}
      aria-label=${reading ? message.stopReading : message.readAloud}
      @click=${() => void act().catch(reportFailure(this.#host))}
    >
      ${icon(reading ? 'stop' : 'voice', 16)}
    </button>`;
  }

  #setReading(reading: boolean): void {
    this.#reading = reading;
    this.#host.requestUpdate();
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
        @click=${() => target && this.#host.dispatchEvent(new UbikNavigateRequestEvent(target))}
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
