import type {Item, Mark, SourceItem, TextItem} from './item.js';
import {link, textOf} from './markdown-text.js';
import {walk} from './select.js';

/** The sources of a run with unique labels, as Markdown footnotes. Records which of them the text cites. */
export class Footnotes {
  readonly #sources = new Map<string, {readonly item: SourceItem; readonly label: string}>();
  readonly #cited = new Set<string>();

  constructor(top: Item) {
    const items = [...walk({children: [top]})].filter(
      (item): item is SourceItem => item.kind === 'source',
    );
    const taken = new Set<string>();
    for (const item of items.sort((a, b) => a.number - b.number)) {
      const label = freeLabel(item.number, taken);
      taken.add(label);
      this.#sources.set(item.id, {item, label});
    }
  }

  /** The text with a footnote reference at each citation. */
  cite({text: written, marks}: TextItem): string {
    const text = textOf(written);
    const parts: string[] = [];
    let from = 0;
    for (const {offset, source} of inOrder(marks)) {
      const at = Math.min(text.length, Math.max(from, offset));
      const before = text.slice(from, at);
      const reference = this.#reference(source);
      from = at;
      // Citations of the same source at the same position need one reference.
      if (before === '' && parts.at(-1) === reference) continue;
      parts.push(before, reference);
    }
    return parts.join('') + text.slice(from);
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
    return `[^${known.label}]`;
  }
}

/** The number of the source, or the next free one if another source has the same number (e.g. from another search). */
function freeLabel(number: number, taken: ReadonlySet<string>): string {
  let free = Number.isSafeInteger(number) ? number : 1;
  while (taken.has(String(free))) free++;
  return String(free);
}

/** The valid marks, ordered by offset. */
const inOrder = (marks: unknown): readonly Mark[] =>
  Array.isArray(marks) ? marks.filter(isMark).sort((a, b) => a.offset - b.offset) : [];

const isMark = (value: unknown): value is Mark =>
  typeof value === 'object' && value !== null && Number.isInteger((value as Mark).offset);

const titled = ({title, url, documentId}: SourceItem): string =>
  link(textOf(title) || textOf(url) || textOf(documentId), url);
