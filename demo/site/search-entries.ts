import {passagesOf} from './outline.js';
import type {SearchEntry} from './search-index.js';
import {namesOfCode} from './search-terms.js';

/** A page of Eleventy's collections. */
export interface RenderedPage {
  readonly url: string;
  readonly templateContent: string;
}

/** The passages of all pages. */
export function searchEntries(pages: readonly RenderedPage[]): readonly SearchEntry[] {
  const entries: SearchEntry[] = [];
  for (const {url, templateContent} of pages) {
    const path = url.slice(1) || 'index.html';
    const passages = passagesOf(templateContent);
    const [first] = passages;
    for (const {id, heading, text, code} of passages) {
      const names = namesOfCode(code);
      entries.push({
        id: entries.length,
        url: id === first?.id ? path : `${path}#${id}`,
        page: first?.heading ?? path,
        heading,
        text,
        ...(names && {names}),
        kind: kindOf(path),
      });
    }
  }
  return entries;
}

function kindOf(path: string): SearchEntry['kind'] {
  if (path === 'index.html') return 'home';
  if (path.startsWith('api/types')) return 'types';
  if (path === 'changelog.html') return 'changelog';
  if (path === 'docs/accessibility-report.html') return 'report';
  return path.startsWith('api/') ? 'reference' : 'guide';
}
