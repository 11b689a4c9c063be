import {asNumber, asRecord, asText, defined, webUrl, type JsonRecord} from '../../values.js';
import type {Items} from '../decoder/items.js';
import type {SourceItem} from '../../model/item.js';

/** A source as a mark refers to it. */
export interface NumberedSource {
  readonly id: string;
  readonly number: number;
}

/** The sources of an answer, numbered in the order of their arrival. The same address is the same source. */
export class Sources {
  readonly #items: Items;
  readonly #known = new Map<string, NumberedSource>();
  /** Addresses of sources whose title is not known yet. */
  readonly #untitled = new Set<string>();

  constructor(items: Items) {
    this.#items = items;
  }

  /** Continues the numbers of sources that are displayed already. */
  take({url, documentId, title, ...source}: SourceItem): void {
    this.#known.set(url ?? documentId ?? title, source);
  }

  /** Opens the item of a source, unless there is one. `value` is an address or a record. */
  add(value: unknown): NumberedSource | undefined {
    const record = asRecord(value);
    const address = asText(value) ?? asText(record['url']);
    const documentId = asText(record['file_id']);
    const title = asText(record['title']) ?? asText(record['filename']);
    const key = address ?? documentId ?? title;
    if (key === undefined) return undefined;
    const known = this.#known.get(key);
    if (known) {
      if (title !== undefined && this.#untitled.delete(key)) this.#items.assign(known.id, {title});
      return known;
    }
    if (title === undefined) this.#untitled.add(key);
    const url = webUrl(address);
    const number = this.#known.size + 1;
    const fields = {
      number,
      title: title ?? key,
      ...defined({
        url,
        documentId,
        snippet: asText(record['content']) ?? asText(record['snippet']) ?? asText(record['quote']),
      }),
    };
    const made = {id: this.#items.open('source', fields, 'done'), number};
    this.#known.set(key, made);
    return made;
  }
}

/**
 * The offset of a citation (`url_citation`, or `file_citation` of routers for the Responses API) in UTF-16 code units.
 * Servers count code units or code points, which is not documented: the range that contains the address is right. If none
 * does, the citation belongs to the end of the text.
 */
export function offsetOf(text: string, citation: JsonRecord): number {
  const index = asNumber(citation['index']);
  if (index !== undefined && index >= 0 && index <= text.length) return index;
  const [start, end] = [asNumber(citation['start_index']), asNumber(citation['end_index'])];
  const url = asText(citation['url']);
  if (start === undefined || end === undefined || url === undefined) return text.length;
  const last = Math.min(end, text.length);
  if (text.slice(start, last).includes(url)) return last;
  const before = Array.from(text).slice(0, end);
  return before.slice(start).join('').includes(url) ? before.join('').length : text.length;
}
