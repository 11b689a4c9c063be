import type {SourceItem} from '../../model/item.js';
import type {Items} from './items.js';
import {defined, numberOf, textOf, type WireRecord} from '../values.js';

/** A source as a mark names it. */
export interface Cited {
  readonly id: string;
  readonly number: number;
}

/** The sources of a run, numbered in the order in which they are first cited. */
export class Sources {
  readonly #items: Items;
  readonly #cited = new Map<string, Cited>();

  constructor(items: Items) {
    this.#items = items;
  }

  /** What a citation points at; opens its item when it is new. */
  cite(citation: WireRecord): Cited {
    const key = keyOf(citation);
    const known = this.#cited.get(key);
    if (known) return known;
    const number = this.#cited.size + 1;
    const url = urlOf(citation);
    const snippet = textOf(citation['cited_text']);
    const fields = {
      number,
      title: titleOf(citation) ?? url ?? snippet ?? String(number),
      ...defined({url, documentId: textOf(citation['file_id']), snippet, ...placeOf(citation)}),
    };
    const cited = {id: this.#items.open('source', fields, 'done'), number};
    this.#cited.set(key, cited);
    return cited;
  }
}

function titleOf(citation: WireRecord): string | undefined {
  return textOf(citation['title']) ?? textOf(citation['document_title']);
}

function urlOf(citation: WireRecord): string | undefined {
  return textOf(citation['url']) ?? textOf(citation['source']);
}

/** Where in its document a quote stands. The API counts pages from 1, and its ends are exclusive. */
function placeOf(citation: WireRecord): Partial<SourceItem> {
  const end = numberOf(citation['end_page_number']);
  return defined({
    firstPage: numberOf(citation['start_page_number']),
    lastPage: end === undefined ? undefined : end - 1,
    firstCharacter: numberOf(citation['start_char_index']),
    lastCharacter: numberOf(citation['end_char_index']),
  });
}

const PLACES = ['start_page_number', 'start_char_index', 'start_block_index'] as const;

/** Two citations with one key are of one source: of one page of the web, or of one place of a document. */
function keyOf(citation: WireRecord): string {
  const source =
    urlOf(citation) ?? textOf(citation['file_id']) ?? numberOf(citation['document_index']);
  const key = String(source ?? titleOf(citation) ?? citation['cited_text']);
  const places = PLACES.map(place => numberOf(citation[place]));
  const quote = textOf(citation['cited_text']) ?? '';
  return places.some(place => place !== undefined) ? `${key} ${places.join(' ')} ${quote}` : key;
}
