import {type CSSResultGroup, type TemplateResult, nothing} from 'lit';
import {property} from 'lit/decorators.js';
import {html} from '../base/html.js';
import {shorten} from '../../core/model/shorten.js';
import {CopyButton} from '../shared/export/copy-button.js';
import {UbikElement} from '../base/element.js';
import {icon} from '../shared/icons/icons.js';
import {styles} from './ubik-json.styles.js';

/** Characters of a string that are displayed before the user asks for more, and how many times more each time. */
const longString = 400;
const growth = 50;
/** Entries that are displayed at once. */
const pageSize = 50;

const isContainer = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && Object.keys(value).length > 0;

/** Quoted, because keys may contain any character. */
const pathOf = (parent: string, key: string): string => `${parent}/${JSON.stringify(key)}`;

const typeName = (value: unknown): string => (value === null ? 'null' : typeof value);

/**
 * A JSON value as a tree. The entries of a branch are rendered when it is expanded.
 *
 * @element ubik-json
 * @csspart tree - The list of the entries.
 * @csspart action - The copy button.
 */
export class UbikJson extends UbikElement {
  static override styles: CSSResultGroup = styles;

  /** The value to render: anything that JSON can represent. */
  @property({attribute: false}) value: unknown;

  /** Paths of expanded branches. */
  readonly #open = new Set<string>();
  /** How many entries of a branch or characters of a string are displayed, by path. */
  readonly #shown = new Map<string, number>();
  readonly #copyButton = new CopyButton(this);

  protected override render(): TemplateResult {
    const {json, message} = this.strings;
    const {value} = this;
    return html`
      <div class="root" part="tree">
        ${isContainer(value) ? this.#renderEntries(value, '') : this.#renderScalar(value, '')}
      </div>
      ${this.#copyButton.render(() => JSON.stringify(value, null, 2), message, {label: json.copy})}
    `;
  }

  #renderEntries(container: object, path: string): TemplateResult {
    const entries = Object.entries(container) as [string, unknown][];
    const limit = this.#shown.get(path) ?? pageSize;
    const rest = entries.length - limit;
    return html`<ul>
      ${entries.slice(0, limit).map(([key, value]) => this.#renderEntry(key, value, pathOf(path, key)))}
      ${
        rest > 0
          ? html`<li>
              <button
                class="more"
                type="button"
                @click=${(event: Event) => void this.#onMore(event, path, limit + pageSize)}
              >
                ${this.strings.json.more(Math.min(rest, pageSize))}
              </button>
            </li>`
          : nothing
      }
    </ul>`;
  }

  #renderEntry(key: string, value: unknown, path: string): TemplateResult {
    if (!isContainer(value)) {
      return html`<li class="entry">
        <span class="key">${key}</span> ${this.#renderScalar(value, path)}
      </li>`;
    }
    const open = this.#open.has(path);
    return html`<li>
      <button
        class="branch"
        type="button"
        aria-expanded=${open ? 'true' : 'false'}
        @click=${() => this.#onToggle(path)}
      >
        ${icon('chevron', 14)}
        <span class="key">${key}</span>
        <span class="size">${this.#size(value)}</span>
      </button>
      ${open ? this.#renderEntries(value, path) : nothing}
    </li>`;
  }

  #renderScalar(value: unknown, path: string): TemplateResult {
    const type = typeName(value);
    if (type === 'object')
      return html`<span class="null">${Array.isArray(value) ? '[]' : '{}'}</span>`;
    const text = String(value);
    const limit = this.#shown.get(path) ?? longString;
    return html`<span class=${type} dir="auto">${shorten(text, limit)}</span>${
        text.length > limit
          ? html` <button
              class="more"
              type="button"
              @click=${(event: Event) => void this.#onMore(event, path, limit * growth)}
            >
              ${this.strings.json.showMore}
            </button>`
          : nothing
      }`;
  }

  #size(value: object): string {
    const count = Object.keys(value).length;
    return Array.isArray(value) ? this.strings.json.items(count) : this.strings.json.keys(count);
  }

  #onToggle(path: string): void {
    if (!this.#open.delete(path)) this.#open.add(path);
    this.requestUpdate();
  }

  /** Shows more, and focuses what precedes it if nothing is left and the button disappears. */
  async #onMore({currentTarget: button}: Event, path: string, limit: number): Promise<void> {
    if (!(button instanceof HTMLElement)) return;
    const before = button.previousElementSibling ?? button.parentElement?.previousElementSibling;
    this.#shown.set(path, limit);
    this.requestUpdate();
    await this.updateComplete;
    if (button.isConnected || !(before instanceof HTMLElement)) return;
    before.tabIndex = -1;
    before.focus({preventScroll: true});
  }
}
