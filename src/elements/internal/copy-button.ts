import {html, type LitElement, type TemplateResult} from 'lit';
import {UbikCopyEvent} from '../events.js';
import {icon, type IconName} from './icons.js';

/** How long a button says that it has copied: milliseconds. */
const shown = 2000;

interface Look {
  readonly label: string;
  readonly copied: string;
  readonly picture?: IconName;
  /** The same as HTML, for applications that take it. */
  readonly rich?: () => Promise<string>;
}

/** A button that copies a text, says so for a moment, and tells it by `ubik-copy`. */
export class CopyButton {
  readonly #host: LitElement;
  #copied = false;

  constructor(host: LitElement) {
    this.#host = host;
  }

  render(text: () => string, {label, copied, picture = 'copy', rich}: Look): TemplateResult {
    const said = this.#copied ? copied : label;
    return html`<button
      class="icon-button copy"
      part="action copy"
      type="button"
      aria-label=${said}
      title=${said}
      @click=${() => void this.#copy(text(), rich)}
    >
      ${icon(this.#copied ? 'check' : picture, 16)}
    </button>`;
  }

  async #copy(text: string, rich: (() => Promise<string>) | undefined): Promise<void> {
    try {
      if (rich) await navigator.clipboard.write([new ClipboardItem(formats(text, rich()))]);
      else await navigator.clipboard.writeText(text);
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

const blob = (type: string, text: string): Blob => new Blob([text], {type});

/** Promised, not awaited: the clipboard must be asked at once, while the press of the button still counts. */
const formats = (text: string, rich: Promise<string>): Record<string, Promise<Blob>> => ({
  'text/plain': Promise.resolve(blob('text/plain', text)),
  'text/html': rich.then(markup => blob('text/html', markup)),
});
