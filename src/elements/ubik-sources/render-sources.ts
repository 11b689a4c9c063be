import {nothing, type TemplateResult} from 'lit';
import type {SourceItem} from '../../core/model/item.js';
import type {Labels} from '../locales/en.js';
import {lazyElement} from '../base/lazy-element.js';
import {html} from '../base/html.js';

const fetchSources = lazyElement(() => import('./ubik-sources.define.js'));

/** The sources of an answer. The element is lazily loaded with the first answer that has sources. */
export const renderSources = (
  sources: readonly SourceItem[],
  {sources: {title}}: Labels,
  open = false,
): TemplateResult =>
  html`<ubik-sources .sources=${sources} ?open=${open}
    >${fetchSources() ? nothing : title(sources.length)}</ubik-sources
  >`;
