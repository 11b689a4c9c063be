import {nothing, type TemplateResult} from 'lit';
import type {SourceItem} from '../../core/model/item.js';
import type {Labels} from '../locales/en.js';
import {lazyElement} from '../base/lazy-element.js';
import {html} from '../base/html.js';

const fetchSources = lazyElement(() => import('./ubik-sources.define.js'));

/** What an answer rests on; few answers say it, so what lists it is fetched with the first that does. */
export const renderSources = (
  sources: readonly SourceItem[],
  {sources: {title}}: Labels,
  open = false,
): TemplateResult =>
  html`<ubik-sources .sources=${sources} ?open=${open}
    >${fetchSources() ? nothing : title(sources.length)}</ubik-sources
  >`;
