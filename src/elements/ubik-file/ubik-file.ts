import {type CSSResultGroup, type PropertyValues, type TemplateResult, html, nothing} from 'lit';
import {property, state} from 'lit/decorators.js';
import type {FileItem} from '../../core/model/item.js';
import {UbikElement} from '../base/element.js';
import {formatBytes} from '../shared/format.js';
import {icon} from '../shared/icons.js';
import {file} from '../shared/extra-icons.js';
import {askBeforeLink, askForAsset, drawAsset} from '../shared/links.js';
import {foreignHost, safeUrl, showControls} from '../shared/safe-url.js';
import {styles} from './ubik-file.styles.js';

const isPicture = /\.(?:avif|gif|jpe?g|png|webp)(?:$|[?#])/i;

/**
 * A file of the conversation: attached by the user or made by a tool. It opens in a new tab, and nothing of it is
 * fetched before, but for a picture that the agent's own server has: that is shown. A file of another
 * origin than those of the page and of the endpoint shows its host.
 *
 * @element ubik-file
 * @fires {UbikLinkRequestEvent} ubik-link-request - Before a link is followed; cancelable.
 * @fires {UbikAssetRequestEvent} ubik-asset-request - Before a picture of a tool is shown, or its file is saved; cancelable.
 * @csspart picture - What it looks like.
 * @csspart file - The link, or what stands in its place where there is no address.
 */
export class UbikFile extends UbikElement {
  static override styles: CSSResultGroup = styles;

  /** The file to show. */
  @property({attribute: false}) item: FileItem | undefined;

  /** What it looks like, once it has been fetched. */
  @state() private picture: HTMLElement | undefined;

  constructor() {
    super();
    this.addEventListener('click', askBeforeLink);
  }

  protected override updated(changed: PropertyValues<this>): void {
    if (changed.has('item') && changed.get('item')?.url !== this.item?.url) {
      this.#fetch().catch(() => undefined); // Its link is still there.
    }
  }

  async #fetch(): Promise<void> {
    this.picture = undefined;
    const url = safeUrl(this.item?.url);
    const asset = url && isPicture.test(url) && askForAsset(this, url);
    if (!asset) return;
    const picture = await drawAsset(asset, this.item?.name ?? '');
    if (safeUrl(this.item?.url) === url) this.picture = picture;
  }

  protected override render(): TemplateResult {
    const {item, strings: labels} = this;
    const url = safeUrl(item?.url);
    const host = url && foreignHost(url, this.services.endpoint);
    const inner = html`
      ${icon(file)}
      <span class="name" dir="auto">${item ? showControls(item.name) : labels.file.file}</span>
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
        : html`<span class="file" part="file">${inner}</span>`
    }`;
  }
}
