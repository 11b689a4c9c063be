import {asNumber, asText, defined, webUrl, type JsonRecord} from '../../values.js';
import type {FileItem, Item, Mark, SourceItem} from '../../model/item.js';
import {withoutHalf} from '../../model/shorten.js';

/** What the annotations of a text say. Offsets are in UTF-16 code units of the item's text. */
export interface Cited {
  readonly marks: readonly Mark[];
  readonly files: readonly FileItem[];
}

/**
 * The sources of a message, numbered in the order of their first citations. The same address or document is the same
 * source. `owner` is the id of the text that cited it first, below which it is displayed.
 */
export class Sources {
  readonly #known = new Map<string, {readonly owner: string; readonly item: SourceItem}>();

  /** `before`: the items of earlier responses of the message. */
  constructor(before: readonly Item[] = []) {
    for (const item of before) {
      if (item.kind !== 'source') continue;
      this.#known.set(item.url ?? item.documentId ?? item.id, {owner: '', item});
    }
  }

  /**
   * Reads the annotations of a part of a text. The part begins at `start` of the text of its item; `before` is the number
   * of annotations of the parts before it.
   */
  read(
    owner: string,
    annotations: readonly JsonRecord[],
    text: string,
    {start, before}: {readonly start: number; readonly before: number},
  ): Cited {
    const marks: Mark[] = [];
    const files: FileItem[] = [];
    annotations.forEach((annotation, index) => {
      const {type} = annotation;
      if (type === 'container_file_citation' || type === 'file_path') {
        files.push(fileOf(`${owner}.file${before + index}`, annotation));
      } else if (type === 'url_citation' || type === 'file_citation') {
        const {id, number} = this.#cite(owner, annotation);
        const offset = offsetOf(annotation, text);
        if (offset !== undefined) {
          marks.push({offset: start + offset, source: id, label: String(number)});
        }
      }
    });
    return {marks, files};
  }

  /** The sources that a text has cited first. */
  of(owner: string): readonly SourceItem[] {
    return [...this.#known.values()].filter(known => known.owner === owner).map(({item}) => item);
  }

  #cite(owner: string, annotation: JsonRecord): SourceItem {
    const url = webUrl(annotation['url']);
    const documentId = asText(annotation['file_id']);
    const title = asText(annotation['title']) ?? asText(annotation['filename']);
    const key = url ?? documentId ?? title ?? '';
    const known = this.#known.get(key);
    if (known) return known.item;
    const number = this.#known.size + 1;
    const item: SourceItem = {
      id: `${owner}.source${number}`,
      kind: 'source',
      status: 'done',
      children: [],
      number,
      title: title ?? (key || String(number)),
      ...defined({url, documentId}),
    };
    this.#known.set(key, {owner, item});
    return item;
  }
}

function fileOf(id: string, annotation: JsonRecord): FileItem {
  const documentId = asText(annotation['file_id']);
  const name = asText(annotation['filename']) ?? documentId ?? 'file';
  return {id, kind: 'file', status: 'done', children: [], name, ...defined({documentId})};
}

/**
 * The offset of the mark of a citation; `undefined` if it needs none, because the text has a link to the address in its
 * place. The unit of received ranges is not documented: the one whose range contains the address is taken.
 */
function offsetOf(annotation: JsonRecord, text: string): number | undefined {
  const end = asNumber(annotation['end_index']);
  const url = asText(annotation['url']);
  if (end === undefined) {
    const index = asNumber(annotation['index']);
    return url === undefined ? boundary(text, index ?? text.length) : undefined;
  }
  const start = Math.max(0, asNumber(annotation['start_index']) ?? 0);
  const points = Array.from(text.slice(0, 2 * Math.max(0, end)));
  const cited = [text.slice(start, end), points.slice(start, end).join('')];
  const isLink = url !== undefined && cited.some(one => one.includes(url));
  return isLink ? undefined : boundary(text, end);
}

/** An offset within a text, which never splits a surrogate pair. An offset outside of it is its end. */
function boundary(text: string, index: number): number {
  return withoutHalf(index < 0 ? text : text.slice(0, index)).length;
}
