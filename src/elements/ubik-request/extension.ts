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
  /** The request that the server has not answered yet. */
  #pending: UbikExtendRequestEvent | undefined;
  #error: unknown;

  /** @param onExtended Called when the question has a later deadline. */
  constructor(host: Host, onExtended: () => void) {
    this.#host = host;
    this.#onExtended = onExtended;
  }

  /** Forgets the result for another question. */
  reset(): void {
    this.#pending = undefined;
    this.#error = undefined;
  }

  renderButton(question: string, {request}: Labels): TemplateResult {
    // A disabled button would lose the focus.
    const isPending = this.#pending !== undefined;
    return html`<button
      class="button extend"
      part="extend"
      type="button"
      aria-disabled=${isPending ? 'true' : 'false'}
      @click=${() => void this.#extend(question)}
    >
      ${isPending ? request.extending : request.moreTime}
    </button>`;
  }

  renderProblem(labels: Labels): TemplateResult | typeof nothing {
    if (this.#error === undefined) return nothing;
    const reason = errorText(toErrorInfo(this.#error), labels);
    return html`<p class="problem" role="alert">${labels.request.notExtended} ${reason}</p>`;
  }

  async #extend(question: string): Promise<void> {
    if (this.#pending) return;
    const event = new UbikExtendRequestEvent(question);
    this.#pending = event;
    this.#error = undefined;
    this.#host.requestUpdate();
    this.#host.dispatchEvent(event);
    try {
      const result = event.takeResult();
      await result;
      if (this.#isCurrent(event) && result) this.#onExtended();
    } catch (error) {
      if (this.#isCurrent(event)) this.#error = error;
    } finally {
      if (this.#isCurrent(event)) this.#pending = undefined;
      this.#host.requestUpdate();
    }
  }

  /** Whether the question is still displayed that the request is about. */
  #isCurrent(event: UbikExtendRequestEvent): boolean {
    return this.#pending === event;
  }
}
