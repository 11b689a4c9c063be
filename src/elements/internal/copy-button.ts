import {html, type LitElement, type TemplateResult} from 'lit';
import {UbikCopyEvent} from '../events.js';
import {icon} from './icons.js';

/** How long a button says that it has copied: milliseconds. */
const shown = 2000;

/** A button that copies a text, says so for a moment, and tells it by `ubik-copy`. */
export class CopyButton {
  readonly #host: LitElement;
  #copied = false;

  constructor(host: LitElement) {
    this.#host = host;
  }

  render(text: () => string, label: string, copiedLabel: string): TemplateResult {
    const said = this.#copied ? copiedLabel : label;
    return html`<button
      class="icon-button copy"
      part="action copy"
      type="button"
      aria-label=${said}
      title=${said}
      @click=${() => void this.#copy(text())}
    >
      ${icon(this.#copied ? 'check' : 'copy', 16)}
    </button>`;
  }

  async #copy(text: string): Promise<void> {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      return; // The page may not write to the clipboard; then nothing is claimed.
    }
    this.#host.dispatchEvent(new UbikCopyEvent(text));
    this.#say(true);
    setTimeout(() => this.#say(false), shown);
  }

  #say(copied: boolean): void {
    this.#copied = copied;
    this.#host.requestUpdate();
  }
}
