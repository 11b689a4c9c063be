import {html, type LitElement, type TemplateResult} from 'lit';
import {
  copy,
  type CopyResult,
  type CopySource,
  type CopyLabels,
  type HtmlFormat,
} from './copying.js';
import {icon, type IconName} from './icons.js';

interface Look {
  readonly label: string;
  readonly picture?: IconName;
  readonly rich?: HtmlFormat;
}

/** A copy button that displays the result of copying for a moment. */
export class CopyButton {
  readonly #host: LitElement;
  #result: CopyResult | undefined;

  constructor(host: LitElement) {
    this.#host = host;
  }

  render(
    source: CopySource,
    words: CopyLabels,
    {label, picture = 'copy', rich}: Look,
  ): TemplateResult {
    const [said, shown] = this.#result ?? [label, picture];
    return html`<button
      class="icon-button copy"
      part="action copy"
      type="button"
      aria-label=${said}
      title=${said}
      @click=${() => void copy(this.#host, source, words, this.#tell, rich)}
    >
      ${icon(shown, 16)}
    </button>`;
  }

  readonly #tell = (result?: CopyResult): void => {
    this.#result = result;
    this.#host.requestUpdate();
  };
}
