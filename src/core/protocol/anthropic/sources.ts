import type {SourceItem} from '../../model/item.js';
import type {Items} from '../decoder/items.js';
import {defined, asNumber, asText, type JsonRecord, textOrType} from '../../values.js';

/** A cited source, as a mark refers to it. */
export interface NumberedSource {
  readonly id: string;
  readonly number: number;
}

/** The sources of a run, numbered in the order of their first citations. */
export class AnthropicSources {
  readonly #items: Items;
  readonly #cited = new Map<string, NumberedSource>();

  constructor(items: Items) {
    this.#items = items;
  }

  /** Knows the sources of earlier messages: their items, and the citations from which they follow. */
  restore(ids: readonly string[], citations: readonly JsonRecord[]): void {
    const keys = [...new Set(citations.map(keyOf))];
    ids.forEach((id, index) => {
      const key = keys[index];
      if (key !== undefined) this.#cited.set(key, {id, number: index + 1});
    });
  }

  /** The source of a citation. Opens its item if it is new. */
  cite(citation: JsonRecord): NumberedSource {
    const key = keyOf(citation);
    const known = this.#cited.get(key);
    if (known) return known;
    const number = this.#cited.size + 1;
    const url = urlOf(citation);
    const snippet = asText(citation['cited_text']);
    const fields = {
      number,
      title: titleOf(citation) ?? url ?? snippet ?? String(number),
      ...defined({url, documentId: asText(citation['file_id']), snippet, ...placeOf(citation)}),
    };
    const cited = {id: this.#items.open('source', fields, 'done'), number};
    this.#cited.set(key, cited);
    return cited;
  }
}

function titleOf(citation: JsonRecord): string | undefined {
  return asText(citation['title']) ?? asText(citation['document_title']);
}

function urlOf(citation: JsonRecord): string | undefined {
  return asText(citation['url']) ?? asText(citation['source']);
}

/** The position of a quote in its document. The API counts pages from 1, and its ends are exclusive. */
function placeOf(citation: JsonRecord): Partial<SourceItem> {
  const end = asNumber(citation['end_page_number']);
  return defined({
    firstPage: asNumber(citation['start_page_number']),
    lastPage: end === undefined ? undefined : end - 1,
    firstCharacter: asNumber(citation['start_char_index']),
    lastCharacter: asNumber(citation['end_char_index']),
  });
}

const PLACES = ['start_page_number', 'start_char_index', 'start_block_index'] as const;

/** The key of a source: citations of the same web page, or of the same position in a document, share one. */
function keyOf(citation: JsonRecord): string {
  const source =
    urlOf(citation) ?? asText(citation['file_id']) ?? asNumber(citation['document_index']);
  const key = textOrType(source ?? titleOf(citation) ?? citation['cited_text']);
  const places = PLACES.map(place => asNumber(citation[place]));
  const quote = asText(citation['cited_text']) ?? '';
  return places.some(place => place !== undefined) ? `${key} ${places.join(' ')} ${quote}` : key;
}
