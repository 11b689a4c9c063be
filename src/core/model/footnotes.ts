import type {Item, Mark, SourceItem, TextItem} from './item.js';
import {insertMarks, placeMarks, replaceMarks} from '../markdown/marks.js';
import {allBlocks, link, readBlocks, textOf} from './markdown-text.js';
import {walk} from './select.js';
import {UniqueLabels} from './unique-labels.js';

const ADDRESS = /^\W*(?:https?:|www\.)/i;
/** The label of a footnote of a text. */
const LABEL = /^ {0,3}\[\^([^\]\s]+)\]:/gm;

/** The sources of a run with unique labels, as Markdown footnotes. Records which of them the text cites. */
export class Footnotes {
  readonly #sources = new Map<string, {readonly item: SourceItem; readonly label: string}>();
  readonly #cited = new Set<string>();
  readonly #unique: UniqueLabels;

  /** @param unique The labels of the parts of the document before this one. */
  constructor(top: Item, unique = new UniqueLabels()) {
    this.#unique = unique;
    const all = [...walk({children: [top]})];
    const items = all.filter((item): item is SourceItem => item.kind === 'source');
    const taken = new Set<string>();
    for (const item of all) {
      const text = item.kind === 'text' ? textOf(item.text) : '';
      for (const [, label = ''] of text.matchAll(LABEL)) taken.add(label);
    }
    for (const item of items.sort((a, b) => a.number - b.number)) {
      const label = freeLabel(item.number, taken, unique);
      taken.add(label);
      this.#sources.set(item.id, {item, label});
    }
  }

  /** The text with a footnote reference at each citation. References of code and other syntax stand below it. */
  cite(item: TextItem): string {
    const text = textOf(item.text);
    const known = inOrder(item.marks).filter(({source}) => this.#sources.has(source));
    if (known.length === 0) return text;
    const refer = (indexes: readonly number[]): string =>
      [...new Set(indexes.map(index => this.#reference(known[index]?.source ?? '')))].join('');
    const spelt = insertMarks(text, known, 0, 0);
    const parser = readBlocks(spelt);
    parser.end();
    const lines = spelt.split(/\r\n?|\n/);
    const below = new Map<number, string>();
    const pulled = new Set<number>();
    for (const {block, prefix} of allBlocks(parser.children)) {
      if (block.marks.length === 0) continue;
      const gap = `\n${prefix.trimEnd()}`;
      const next = lines[block.end]?.trim() ? gap : '';
      below.set(block.end, `${gap}\n${prefix}${refer(block.marks)}${next}`);
      for (const index of block.marks) pulled.add(index);
    }
    const written = lines.map((line, at) => {
      const cited = replaceMarks(placeMarks(line), (indexes, before) => {
        const here = refer(indexes.filter(index => !pulled.has(index)));
        // Behind an address without brackets, a reference would be read as a part of it.
        return here && ADDRESS.test(before.split(/[\s<>]/).at(-1) ?? '') ? ` ${here}` : here;
      });
      return cited + (below.get(at + 1) ?? '');
    });
    return written.join('\n');
  }

  /** The definitions of the cited footnotes, by number. */
  get definitions(): readonly string[] {
    return [...this.#sources.values()]
      .filter(({item}) => this.#cited.has(item.id))
      .map(({item, label}) => `[^${label}]: ${titled(item)}`);
  }

  /**
   * The sources that no text cites. They are not footnotes, because a footnote without a reference is not displayed.
   */
  get uncited(): readonly string[] {
    return [...this.#sources.values()]
      .filter(({item}) => !this.#cited.has(item.id))
      .map(({item}) => `- ${titled(item)}`);
  }

  #reference(source: string): string {
    const known = this.#sources.get(source);
    if (!known) return '';
    this.#cited.add(source);
    this.#unique.take(`^${known.label}`);
    return `[^${known.label}]`;
  }
}

/** The number of the source, or the next free one if another source has the same number (e.g. from another search). */
function freeLabel(number: number, taken: ReadonlySet<string>, unique: UniqueLabels): string {
  let free = Number.isSafeInteger(number) ? number : 1;
  while (taken.has(String(free)) || unique.has(`^${String(free)}`)) free++;
  return String(free);
}

/** The valid marks, ordered by offset. */
const inOrder = (marks: unknown): readonly Mark[] =>
  Array.isArray(marks) ? marks.filter(isMark).sort((a, b) => a.offset - b.offset) : [];

const isMark = (value: unknown): value is Mark =>
  typeof value === 'object' && value !== null && Number.isInteger((value as Mark).offset);

const titled = ({title, url, documentId}: SourceItem): string =>
  link(textOf(title) || textOf(url) || textOf(documentId), url);
