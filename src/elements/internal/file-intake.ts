import type {LitElement, TemplateResult} from 'lit';
import {UbikAttachEvent, UbikDetachEvent} from '../events.js';
import type {Labels} from '../locales/en.js';
import {html} from './html.js';
import {icon} from './icons.js';

/** Takes files by button, paste and drop, while its host may have files, and asks for what becomes of them. */
export class FileIntake {
  readonly #host: LitElement & {readonly files: boolean};

  constructor(host: LitElement & {readonly files: boolean}) {
    this.#host = host;
    host.addEventListener('dragover', event => {
      if (host.files && event.dataTransfer?.types.includes('Files')) event.preventDefault();
    });
    host.addEventListener('drop', event => this.#take(event, event.dataTransfer));
  }

  readonly attach = (files: readonly File[]): void => {
    if (files.length > 0) this.#host.dispatchEvent(new UbikAttachEvent(files));
  };

  readonly remove = (key: string): void => {
    this.#host.dispatchEvent(new UbikDetachEvent(key));
  };

  readonly onPaste = (event: ClipboardEvent): void => this.#take(event, event.clipboardData);

  #take(event: Event, carrier: DataTransfer | null): void {
    if (!this.#host.files || !carrier?.files.length) return;
    event.preventDefault();
    this.attach([...carrier.files]);
  }

  readonly #onPick = ({currentTarget}: Event) => {
    if (!(currentTarget instanceof HTMLInputElement)) return;
    this.attach([...(currentTarget.files ?? [])]);
    currentTarget.value = '';
  };

  readonly #open = () => this.#host.renderRoot.querySelector('input')?.click();

  renderPicker({composer}: Labels): TemplateResult {
    return html`
      <input type="file" multiple hidden aria-hidden="true" @change=${this.#onPick} />
      <button
        class="icon-button attach"
        type="button"
        title=${composer.attach}
        aria-label=${composer.attach}
        @click=${this.#open}
      >
        ${icon('clip')}
      </button>
    `;
  }
}
