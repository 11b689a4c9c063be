import type {UiPart} from './record.js';
import {
  asNumber,
  asRecord,
  asRecords,
  asText,
  defined,
  idOf,
  webUrl,
  type JsonRecord,
} from '../../values.js';
import type {Items} from '../decoder/items.js';
import type {Mark} from '../../model/item.js';
import {withoutHalf} from '../../model/shorten.js';

interface NumberedSource {
  readonly id: string;
  readonly number: number;
}

/** The sources of a message, numbered in the order of their arrival. The same id is the same source. */
export class Sources {
  readonly #run: string;
  readonly #items: Items;
  readonly #known = new Map<string, NumberedSource>();

  constructor(run: string, items: Items) {
    this.#run = run;
    this.#items = items;
  }

  /** Opens the item of a source, unless there is one. `named`: its key if it has no id. */
  add(id: string, source: JsonRecord, named?: string): NumberedSource {
    const given = idOf(source['sourceId']) ?? idOf(source['id']);
    const key = given ?? named ?? id;
    const known = this.#known.get(key);
    if (known) return known;
    const number = this.#known.size + 1;
    const url = webUrl(source['url']);
    const title =
      asText(source['title']) ??
      asText(source['filename']) ??
      hostOf(url) ??
      (key || String(number));
    const isDocument = source['type'] === 'source-document' || source['sourceType'] === 'document';
    const fields = {number, title, ...defined({url, documentId: isDocument ? given : undefined})};
    const made = {id: this.#items.openAs(id, 'source', fields, 'done'), number};
    this.#known.set(key, made);
    return made;
  }

  /** The marks of a text part whose text begins at `start` of its item. A citation without an index is at the end. */
  marksOf(part: UiPart, start: number): readonly Mark[] {
    const text = asText(part['text']) ?? '';
    return asRecords(part['citations']).map(({source, endIndex}) => {
      const cited = asRecord(source);
      // The citations of a part are read again with each change of its text.
      const named =
        asText(cited['url']) ?? asText(cited['title']) ?? asText(cited['filename']) ?? '';
      const {id, number} = this.add(`${this.#run}.cited${this.#known.size + 1}`, cited, named);
      return {offset: start + offsetIn(text, endIndex), source: id, label: String(number)};
    });
  }
}

/** An offset within a text, which never splits a surrogate pair. */
function offsetIn(text: string, index: unknown): number {
  return withoutHalf(text.slice(0, Math.max(0, asNumber(index) ?? text.length))).length;
}

const hostOf = (url: string | undefined): string | undefined =>
  url === undefined ? undefined : /^https?:\/\/([^/?#]+)/i.exec(url)?.[1];
