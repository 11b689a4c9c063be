import {type CSSResultGroup, type TemplateResult, html, nothing} from 'lit';
import {property} from 'lit/decorators.js';
import type {FileItem} from '../core/index.js';
import {UbikElement} from './internal/element.js';
import {formatBytes} from './internal/format.js';
import {icon} from './internal/icons.js';
import {askBeforeLink} from './internal/links.js';
import {safeUrl, showControls} from './internal/safe-url.js';
import {styles} from './ubik-file.styles.js';

/**
 * A file of the conversation: attached by the user or made by a tool. It opens in a new tab, and nothing of it is
 * fetched before.
 *
 * @element ubik-file
 * @fires {UbikLinkEvent} ubik-link - Before a link is followed; cancelable.
 * @csspart file - The link, or what stands in its place where there is no address.
 */
export class UbikFile extends UbikElement {
  static override styles: CSSResultGroup = styles;

  /** The file to show. */
  @property({attribute: false}) item: FileItem | undefined;

  constructor() {
    super();
    this.addEventListener('click', askBeforeLink);
  }

  protected override render(): TemplateResult {
    const {item, strings: labels} = this;
    const url = safeUrl(item?.url);
    const inner = html`
      ${icon('file')}
      <span class="name" dir="auto">${item ? showControls(item.name) : labels.file.file}</span>
      ${
        item?.size === undefined
          ? nothing
          : html`<span class="size">${formatBytes(item.size, labels.locale)}</span>`
      }
    `;
    return url
      ? html`<a
          class="file"
          part="file"
          href=${url}
          title=${url}
          target="_blank"
          rel="noopener noreferrer"
          >${inner}</a
        >`
      : html`<span class="file" part="file">${inner}</span>`;
  }
}
