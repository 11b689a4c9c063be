import {type CSSResultGroup, type PropertyValues, type TemplateResult, nothing} from 'lit';
import {property, state} from 'lit/decorators.js';
import {html} from '../base/html.js';
import type {FileItem} from '../../core/model/item.js';
import {UbikElement} from '../base/element.js';
import {fileInDataUrl} from './data-url.js';
import {download} from '../shared/export/download.js';
import {renderFileName} from '../shared/export/file-name.js';
import {formatBytes} from '../shared/text/format.js';
import {icon} from '../shared/icons/icons.js';
import {requestLinkOnClick, requestAsset, renderAsset} from '../shared/links.js';
import {foreignHost, safeUrl, showControls} from '../shared/html/safe-url.js';
import {styles} from './ubik-file.styles.js';

const isPicture = /\.(?:avif|gif|jpe?g|png|webp)(?:$|[?#])/i;

const isData = (url: string | undefined): url is string => /^data:/i.test(url ?? '');

/**
 * A file of the conversation: attached by the user or created by a tool. The link opens in a new tab. Nothing is
 * requested before, except a picture on the agent's own server, which is displayed. The host is displayed if the origin
 * of the file differs from those of the page and of the endpoint. A file in a `data:` URL is displayed if it is a picture,
 * and downloaded, never opened: its content comes from the agent.
 *
 * @element ubik-file
 * @fires {UbikLinkRequestEvent} ubik-link-request - Before a link is followed; cancelable.
 * @fires {UbikAssetRequestEvent} ubik-asset-request - Before a picture of a tool is displayed or downloaded;
 *   cancelable.
 * @csspart picture - The picture.
 * @csspart file - The link, or the name if the file has no address.
 */
export class UbikFile extends UbikElement {
  static override styles: CSSResultGroup = styles;

  /** The file to render. */
  @property({attribute: false}) item: FileItem | undefined;

  /** The picture, once it has loaded. */
  @state() private picture: HTMLElement | undefined;

  constructor() {
    super();
    this.addEventListener('click', requestLinkOnClick);
  }

  protected override updated(changed: PropertyValues<this>): void {
    if (changed.has('item') && changed.get('item')?.url !== this.item?.url) {
      this.#loadPicture().catch(() => undefined); // The link is still displayed.
    }
  }

  async #loadPicture(): Promise<void> {
    this.picture = undefined;
    const {url: address, name = ''} = this.item ?? {};
    const url = safeUrl(address);
    const asset = isData(address)
      ? fileInDataUrl(address)
      : url && isPicture.test(url) && requestAsset(this, url);
    if (!asset) return;
    const picture = await renderAsset(asset, name);
    if (this.item?.url === address) this.picture = picture;
  }

  #onDownload(): void {
    const {url, name = ''} = this.item ?? {};
    const file = isData(url) ? fileInDataUrl(url) : undefined;
    if (file) download([file], file.type, name);
  }

  protected override render(): TemplateResult {
    const {item, strings: labels} = this;
    const url = safeUrl(item?.url);
    const host = url && foreignHost(url, this.services.endpoint);
    const inner = html`
      ${icon('file')} ${renderFileName(item ? showControls(item.name) : labels.file.file)}
      ${host ? html`<span class="host" dir="ltr">${host}</span>` : nothing}
      ${
        item?.size === undefined
          ? nothing
          : html`<span class="size">${formatBytes(item.size, labels.locale)}</span>`
      }
    `;
    const {picture} = this;
    return html`${picture ? html`<div part="picture">${picture}</div>` : nothing}${
      url
        ? html`<a
            class="file"
            part="file"
            href=${url}
            title=${url}
            target="_blank"
            rel="noopener noreferrer"
            >${inner}</a
          >`
        : isData(item?.url)
          ? html`<button type="button" class="file" part="file" @click=${this.#onDownload}>
              ${inner}
            </button>`
          : html`<span class="file" part="file">${inner}</span>`
    }`;
  }
}
