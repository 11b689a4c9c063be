import {decodeUri} from '../../core/decode-uri.js';
import type {LitElement, TemplateResult} from 'lit';
import {UbikAttachRequestEvent, UbikDetachRequestEvent} from '../events.js';
import type {Labels} from '../locales/en.js';
import {html} from '../base/html.js';
import {iconButton} from '../shared/icons/icon-button.js';

/**
 * Calls the handler when files are dragged over an element or dropped on it, unless a listener inside has handled it. The
 * browser would replace the page with a dropped file, so its default is prevented, except for a field for files.
 */
export function onDrop(element: HTMLElement, handler: (event: DragEvent) => void): void {
  const onDrag = (event: DragEvent): void => {
    const {dataTransfer, defaultPrevented, type} = event;
    const [target] = event.composedPath();
    if (target instanceof HTMLInputElement && target.type === 'file') return; // It takes the file itself.
    if (defaultPrevented || !dataTransfer?.types.includes('Files')) return;
    if (type === 'drop' && isText(dataTransfer)) return;
    event.preventDefault();
    handler(event);
  };
  for (const type of ['dragover', 'dragleave', 'drop'] as const) {
    element.addEventListener(type, onDrag);
  }
}

interface Host extends LitElement {
  readonly files: boolean;
  readonly pasteAsFile: number;
  /** Called with files that it does not take. */
  refuseFiles(): void;
}

/** What HTML has besides text. Each part may end with the HTML, so that the time grows with the length. */
const MARKUP =
  /<!--[^]*?(?:-->|$)|<(style|title)\b[^]*?(?:<\/\1\s*>|$)|<(?:"[^"]*(?:"|$)|'[^']*(?:'|$)|[^'">])*(?:>|$)|&nbsp;|&#160;|&#xa0;|\s/gi;

/** Whether HTML has text, apart from its styles and the title of its page. */
const hasText = (html: string): boolean => html.replace(MARKUP, '') !== '';

/**
 * Whether pasted data is text, although it comes with files: spreadsheets, word processors and notebooks add a picture of the
 * text. A picture from a page comes with HTML that has no text, and files come with their names.
 */
function isText(data: DataTransfer): boolean {
  const text = data.getData('text/plain');
  if (text.trim() === '' || data.types.includes('text/uri-list')) return false;
  const html = data.getData('text/html');
  if (html !== '') return hasText(html);
  const files = [...data.files];
  const isPictures = files.every(({type}) => type.startsWith('image/'));
  const lines = text.split('\n').filter(line => line.trim() !== '');
  return isPictures && !lines.every(line => files.some(({name}) => isNameOf(name, line)));
}

/** Whether a line is the name of a file, its path or its address. macOS decomposes the letters of names. */
function isNameOf(name: string, line: string): boolean {
  const last = line.trim().split(/[\\/]/).at(-1) ?? '';
  const names = [last, decodeUri(last)].map(text => text.normalize());
  return names.includes(name.normalize());
}

/** Pasted text as a file, if it has so many lines that it would fill the field. */
function longText(data: DataTransfer | null, {pasteAsFile: lines}: Host): readonly File[] {
  const text = lines > 0 ? (data?.getData('text/plain') ?? '') : '';
  const isLong = lines > 0 && text.split('\n', lines).length === lines;
  return isLong ? [new File([text], 'pasted.txt', {type: 'text/plain'})] : [];
}

/** Accepts files by button, paste and drop while the host's `files` is set, else refuses them. Fires attach and detach events. */
export class AttachmentIntake {
  readonly #host: Host;

  constructor(host: Host) {
    this.#host = host;
    onDrop(host, this.onDrag);
  }

  readonly attach = (files: readonly File[]): void => {
    if (files[0]) this.#host.dispatchEvent(new UbikAttachRequestEvent(files));
  };

  readonly remove = (key: string): void => {
    this.#host.dispatchEvent(new UbikDetachRequestEvent(key));
    this.#host.focus(); // The button that had the focus is removed.
  };

  #take(files: readonly File[]): void {
    if (this.#host.files) this.attach(files);
    else if (files[0]) this.#host.refuseFiles();
  }

  readonly onPaste = (event: ClipboardEvent): void => {
    const {clipboardData} = event;
    const pasted = clipboardData && !isText(clipboardData) ? [...clipboardData.files] : [];
    const text = this.#host.files ? longText(clipboardData, this.#host) : [];
    const files = pasted[0] ? pasted : text;
    if (!files[0]) return;
    event.preventDefault();
    this.#take(files);
  };

  /** Sets the attribute `over` while files are over the host that it takes. */
  readonly onDrag = ({dataTransfer, type}: DragEvent): void => {
    this.#host.toggleAttribute('over', this.#host.files && type === 'dragover');
    if (type === 'drop') this.#take([...(dataTransfer?.files ?? [])]);
  };

  readonly #onPick = ({currentTarget}: Event) => {
    if (!(currentTarget instanceof HTMLInputElement)) return;
    this.attach([...(currentTarget.files ?? [])]);
    currentTarget.value = '';
  };

  readonly #open = () => this.#host.renderRoot.querySelector('input')?.click();

  renderPicker({composer}: Labels): TemplateResult {
    return html`
      <input type="file" multiple hidden aria-hidden="true" @change=${this.#onPick} />
      ${iconButton('clip', composer.attach, this.#open, {className: 'attach', size: 18})}
    `;
  }
}
