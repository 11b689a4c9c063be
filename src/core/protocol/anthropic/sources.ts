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
      ...defined({url, documentId: textOf(citation['file_id']), snippet}),
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

/** Two citations with one key are of one source, whatever part of it they quote. */
function keyOf(citation: WireRecord): string {
  const place =
    urlOf(citation) ?? textOf(citation['file_id']) ?? numberOf(citation['document_index']);
  return String(place ?? titleOf(citation) ?? citation['cited_text']);
}
