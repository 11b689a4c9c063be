import {nothing, type TemplateResult} from 'lit';
import {html} from '../base/html.js';
import {toErrorInfo} from '../../controller/http/errors.js';
import {UbikExtendRequestEvent} from '../events.js';
import type {Labels} from '../locales/en.js';
import {errorText} from '../locales/labels.js';

type Host = HTMLElement & {requestUpdate(): void};

/** The button that asks for more time to answer a question, and why the server refused it. */
export class Extension {
  readonly #host: Host;
  readonly #onExtended: () => void;
  #isPending = false;
  #error: unknown;

  /** @param onExtended Called when the question has a later deadline. */
  constructor(host: Host, onExtended: () => void) {
    this.#host = host;
    this.#onExtended = onExtended;
  }

  /** Forgets the result for another question. */
  reset(): void {
    this.#error = undefined;
  }

  renderButton(question: string, {request}: Labels): TemplateResult {
    // A disabled button would lose the focus.
    return html`<button
      class="button extend"
      part="extend"
      type="button"
      aria-disabled=${this.#isPending ? 'true' : 'false'}
      @click=${() => void this.#extend(question)}
    >
      ${this.#isPending ? request.extending : request.moreTime}
    </button>`;
  }

  renderProblem(labels: Labels): TemplateResult | typeof nothing {
    if (this.#error === undefined) return nothing;
    const reason = errorText(toErrorInfo(this.#error), labels);
    return html`<p class="problem" role="alert">${labels.request.notExtended} ${reason}</p>`;
  }

  async #extend(question: string): Promise<void> {
    if (this.#isPending) return;
    const event = new UbikExtendRequestEvent(question);
    this.#isPending = true;
    this.#error = undefined;
    this.#host.requestUpdate();
    this.#host.dispatchEvent(event);
    try {
      const result = event.takeResult();
      await result;
      if (result) this.#onExtended();
    } catch (error) {
      this.#error = error;
    } finally {
      this.#isPending = false;
      this.#host.requestUpdate();
    }
  }
}
