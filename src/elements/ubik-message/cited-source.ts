import type {TemplateResult} from 'lit';
import type {Item, SourceItem} from '../../core/model/item.js';
import type {Labels} from '../locales/en.js';
import {renderSource} from '../ubik-sources/render-source.js';
import {foundSources} from '../ubik-tool/tool-facts.js';

/** @param items The items of the answer, whose tools may have found more about the source. */
export const renderCitedSource = (
  source: SourceItem,
  items: readonly Item[],
  labels: Labels,
): TemplateResult => renderSource(completeSource(source, items), labels);

/**
 * A cited source with the address and the excerpt that a tool of the same answer has found for it, so that a citation that
 * names only a document can be checked.
 */
function completeSource(source: SourceItem, items: readonly Item[]): SourceItem {
  if (source.url !== undefined || source.snippet !== undefined) return source;
  const {documentId, title} = source;
  const found = items.flatMap(item => {
    if (item.kind === 'tool') return foundSources(item);
    return item.kind === 'step' ? [completeSource(source, item.children)] : [];
  });
  const match = found.find(({url, snippet, ...other}) => {
    const isSame = documentId !== undefined && other.documentId === documentId;
    return (url ?? snippet) !== undefined && (isSame || other.title === title);
  });
  const {url, snippet} = match ?? {};
  return {...source, ...(url !== undefined && {url}), ...(snippet !== undefined && {snippet})};
}
