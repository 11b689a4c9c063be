import type {Item, Mark, SourceItem, TextItem} from './item.js';
import {link, textOf} from './markdown-text.js';
import {walk} from './select.js';

/** The sources of a run, by number, with labels that no two share, and which of them the text cites. */
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

  /** A text with a reference wherever it cites a source. */
  cite({text: written, marks}: TextItem): string {
    const text = textOf(written);
    const parts: string[] = [];
    let from = 0;
    for (const {offset, source} of inOrder(marks)) {
      const at = Math.min(text.length, Math.max(from, offset));
      const before = text.slice(from, at);
      const reference = this.#reference(source);
      from = at;
      // Cited twice in one place is cited once.
      if (before === '' && parts.at(-1) === reference) continue;
      parts.push(before, reference);
    }
    return parts.join('') + text.slice(from);
  }

  /** The definitions of the references, by number. */
  get definitions(): readonly string[] {
    return [...this.#sources.values()]
      .filter(({item}) => this.#cited.has(item.id))
      .map(({item, label}) => `[^${label}]: ${titled(item)}`);
  }

  /** The sources that no text cites: a footnote which nothing refers to would not be shown. */
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

/** The source's own number; the next free one where two sources, say of two searches, have the same. */
function freeLabel(number: number, taken: ReadonlySet<string>): string {
  let free = Number.isSafeInteger(number) ? number : 1;
  while (taken.has(String(free))) free++;
  return String(free);
}

/** The marks that are ones, by their place. */
const inOrder = (marks: unknown): readonly Mark[] =>
  Array.isArray(marks) ? marks.filter(isMark).sort((a, b) => a.offset - b.offset) : [];

const isMark = (value: unknown): value is Mark =>
  typeof value === 'object' && value !== null && Number.isInteger((value as Mark).offset);

const titled = ({title, url, documentId}: SourceItem): string =>
  link(textOf(title) || textOf(url) || textOf(documentId), url);
