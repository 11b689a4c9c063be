import {html, type LitElement, type TemplateResult} from 'lit';
import {copy, type CopySource, type CopyWords, type Rich} from './copying.js';
import {icon, type IconName} from './icons.js';

interface Look {
  readonly label: string;
  readonly picture?: IconName;
  /** The same as HTML, for applications that take it. */
  readonly rich?: Rich;
}

/** A button that copies a text, and says for a moment how that went. */
export class CopyButton {
  readonly #host: LitElement;
  #copied: boolean | undefined;

  constructor(host: LitElement) {
    this.#host = host;
  }

  render(
    source: CopySource,
    words: CopyWords,
    {label, picture = 'copy', rich}: Look,
  ): TemplateResult {
    const copied = this.#copied;
    const said = copied === undefined ? label : copied ? words.copied : words.notCopied;
    return html`<button
      class="icon-button copy"
      part="action copy"
      type="button"
      aria-label=${said}
      title=${said}
      @click=${() => void copy(this.#host, source, words, this.#tell, rich)}
    >
      ${icon(copied === undefined ? picture : copied ? 'check' : 'error', 16)}
    </button>`;
  }

  readonly #tell = (copied?: boolean): void => {
    this.#copied = copied;
    this.#host.requestUpdate();
  };
}
