import {type CSSResultGroup, type TemplateResult, nothing} from 'lit';
import {property, query, state} from 'lit/decorators.js';
import {html} from '../base/html.js';
import type {ToolItem} from '../../core/model/item.js';
import {UbikElement} from '../base/element.js';
import {UbikToggleRequestEvent} from '../events.js';
import {collapse, Enlargement, expand} from '../shared/enlargement.js';
import {iconButton} from '../shared/icons/icon-button.js';
import {icon} from '../shared/icons/icons.js';
import {requestLinkOnClick} from '../shared/links.js';
import {safeUrl, showControls} from '../shared/html/safe-url.js';
import {readOutput} from '../ubik-tool/tool-facts.js';
import {styles} from './ubik-page.styles.js';

/** The fields of a tool result that describe a page. */
interface MadePage {
  readonly url: string;
  readonly host: string;
  readonly title: string;
  /** The value of the CSS property `aspect-ratio`. */
  readonly ratio: string | undefined;
}

function readPage({output}: ToolItem): MadePage | undefined {
  const {value} = readOutput(output);
  const {url, title, size} = (value ?? {}) as {url?: unknown; title?: unknown; size?: unknown};
  const address = typeof url === 'string' ? safeUrl(url) : undefined;
  if (address === undefined) return undefined;
  const [width, height] = Array.isArray(size) ? size.map(Number) : [];
  const sized = width !== undefined && height !== undefined && width > 0 && height > 0;
  const {host} = new URL(address);
  return {
    url: address,
    host,
    title: typeof title === 'string' && title !== '' ? showControls(title) : host,
    ratio: sized ? `${width} / ${height}` : undefined,
  };
}

/**
 * A page created by a tool, in a frame without permissions. It loads when the user asks for it, because loading it
 * discloses the reader's address to its host. It can be enlarged, and opened in a new tab.
 *
 * @element ubik-page
 * @fires {UbikToggleRequestEvent} ubik-toggle-request - Before the user loads it; cancelable.
 * @fires {UbikLinkRequestEvent} ubik-link-request - Before the page is opened in a new tab; cancelable.
 * @csspart page - The card.
 * @csspart frame - The frame with the page.
 */
export class UbikPage extends UbikElement {
  static override styles: CSSResultGroup = styles;

  protected static override keepsFocus = true;

  /**
   * The tool call that created the page. Its result contains the address, and optionally a title and a size in pixels.
   */
  @property({attribute: false}) item: ToolItem | undefined;

  /** The address whose page the user has loaded. */
  @state() private wanted: string | undefined;

  @query('.card') private readonly card!: HTMLElement | null;

  @query('iframe') private readonly frame!: HTMLIFrameElement | null;

  readonly #enlargement = new Enlargement(this, () => this.card);

  constructor() {
    super();
    this.addEventListener('click', requestLinkOnClick);
  }

  /** Ignores synthetic clicks: only the user may decide to load the page, not a script that clicks every button. */
  readonly #onLoad = ({isTrusted}: Event, url: string) => {
    if (isTrusted && this.dispatchEvent(new UbikToggleRequestEvent(true))) this.wanted = url;
  };

  protected override render(): TemplateResult | typeof nothing {
    const made = this.item && readPage(this.item);
    if (!made) return nothing;
    const {page, sources} = this.strings;
    const {url, host, title} = made;
    const {isLarge, toggle} = this.#enlargement;
    const [picture, label] = isLarge ? [collapse, page.collapse] : [expand, page.expand];
    const shown = this.wanted === url;
    return html`<section
      class="card"
      part="page"
      aria-label=${title}
      @toggle=${this.#enlargement.onToggle}
      @keydown=${this.#enlargement.onKeydown}
    >
      <div class="head">
        <span class="title"><bdi>${title}</bdi></span>
        ${shown && title !== host ? html`<span class="host" dir="ltr">${host}</span>` : nothing}
        ${shown ? iconButton(picture, label, toggle, {className: 'resize', size: 18}) : nothing}
        <a
          class="icon-button"
          href=${url}
          target="_blank"
          rel="noopener noreferrer"
          title=${url}
          aria-label=${`${title}, ${host}, ${sources.newTab}`}
          >${icon('link')}</a
        >
      </div>
      ${
        shown
          ? this.#renderFrame(made)
          : html`<button
              class="button load"
              type="button"
              @click=${(event: Event) => this.#onLoad(event, url)}
            >
              ${page.load(host)}
            </button>`
      }
    </section>`;
  }

  #renderFrame({url, title}: MadePage): TemplateResult {
    return html`<iframe
      part="frame"
      src=${url}
      title=${title}
      sandbox="allow-scripts"
      referrerpolicy="no-referrer"
    ></iframe>`;
  }

  /** Sets the ratio of the frame by script: a policy without inline styles blocks a `style` attribute. */
  protected override updated(): void {
    if (this.frame) this.frame.style.aspectRatio = (this.item && readPage(this.item)?.ratio) ?? '';
  }
}
