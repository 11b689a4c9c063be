import {nothing, type TemplateResult} from 'lit';
import {html} from '../base/html.js';
import type {SourceItem} from '../../core/model/item.js';
import type {Labels} from '../locales/en.js';
import {safeUrl, showControls} from '../shared/html/safe-url.js';

/** One source: a link to a new tab, or only a title without a URL. */
export function renderSource(source: SourceItem, {sources}: Labels): TemplateResult {
  const url = safeUrl(source.url);
  const title = showControls(
    [source.title, url ?? source.url, source.documentId].find(Boolean) ?? '',
  );
  return html`
    <span class="number">${source.number}</span>
    <div class="source">
      ${
        url
          ? html`<a href=${url} target="_blank" rel="noopener noreferrer nofollow" dir="auto"
                >${title}</a
              >
              <span class="host">${new URL(url).host}</span>
              <span class="visually-hidden">(${sources.newTab})</span>`
          : html`<span dir="auto">${title}</span>`
      }
      ${renderPages(source, sources)}
      ${source.snippet ? html`<p class="snippet" dir="auto">${source.snippet}</p>` : nothing}
    </div>
  `;
}

/** The cited pages, if the document has pages. */
function renderPages(
  {firstPage, lastPage = firstPage}: SourceItem,
  {page, pages}: Labels['sources'],
): TemplateResult | typeof nothing {
  if (firstPage === undefined || lastPage === undefined) return nothing;
  const isOne = lastPage <= firstPage;
  const numbers = isOne ? String(firstPage) : `${firstPage}–${lastPage}`;
  return html`<span class="host">${isOne ? page(numbers) : pages(numbers)}</span>`;
}
