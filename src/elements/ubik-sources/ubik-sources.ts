import type {CSSResultGroup, TemplateResult} from 'lit';
import {property} from 'lit/decorators.js';
import {html} from '../base/html.js';
import type {SourceItem} from '../../core/model/item.js';
import {UbikElement} from '../base/element.js';
import {hasSameValues} from '../base/same-values.js';
import {icon} from '../shared/icons/icons.js';
import {requestLinkOnClick} from '../shared/links.js';
import {renderSource} from './render-source.js';
import {styles} from './ubik-sources.styles.js';

/**
 * The sources of an answer, which its citations name: a numbered list that can be expanded.
 *
 * @element ubik-sources
 * @fires {UbikLinkRequestEvent} ubik-link-request - Before a link is followed; cancelable.
 * @csspart summary - The button that opens the list.
 * @csspart source - One source.
 */
export class UbikSources extends UbikElement {
  static override styles: CSSResultGroup = styles;

  /** The sources to list. */
  @property({
    attribute: false,
    hasChanged: (a: readonly SourceItem[], b) => !hasSameValues(a, b as []),
  })
  sources: readonly SourceItem[] = [];

  /** Whether the list is expanded. */
  @property({type: Boolean}) open = false;

  constructor() {
    super();
    this.addEventListener('click', requestLinkOnClick);
  }

  protected override render(): TemplateResult {
    const {sources} = this;
    return html`<details ?open=${this.open}>
      <summary part="summary">
        ${icon('link', 15)} ${this.strings.sources.title(sources.length)}
        <span class="chevron">${icon('chevron', 14)}</span>
      </summary>
      <ol>
        ${sources.map(source => html`<li part="source">${renderSource(source, this.strings)}</li>`)}
      </ol>
    </details>`;
  }
}
