import {html, type LitElement, type TemplateResult} from 'lit';
import {UbikCopyEvent} from '../events.js';
import {icon, type IconName} from './icons.js';

/** How long a button says that it has copied: milliseconds. */
const shown = 2000;

/** What is copied, or what fetches it. */
export type CopySource = () => string | Promise<string>;

type Rich = (text: string) => Promise<string>;

interface Look {
  readonly label: string;
  readonly copied: string;
  readonly picture?: IconName;
  /** The same as HTML, for applications that take it. */
  readonly rich?: Rich;
}

/** A button that copies a text, says so for a moment, and tells it by `ubik-copy`. */
export class CopyButton {
  readonly #host: LitElement;
  #copied = false;

  constructor(host: LitElement) {
    this.#host = host;
  }

  render(text: CopySource, {label, copied, picture = 'copy', rich}: Look): TemplateResult {
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

  async #copy(text: string | Promise<string>, rich?: Rich): Promise<void> {
    try {
      if (typeof text === 'string') await navigator.clipboard.writeText(text);
      else await navigator.clipboard.write([new ClipboardItem(formats(text, rich))]);
    } catch {
      return; // The page may not write to the clipboard; then nothing is claimed.
    }
    this.#host.dispatchEvent(new UbikCopyEvent(await text));
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
const formats = (text: Promise<string>, rich?: Rich): Record<string, Promise<Blob>> => ({
  'text/plain': text.then(words => blob('text/plain', words)),
  ...(rich && {'text/html': text.then(rich).then(markup => blob('text/html', markup))}),
});
