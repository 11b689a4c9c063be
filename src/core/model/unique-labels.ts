import {normalizeLabel, type Definition} from '../markdown/definitions.js';
import {allBlocks, readBlocks} from './markdown-text.js';

/** Code, an escaped character, or brackets with what follows them: a colon, other brackets, or the start of an address. */
const REFERENCE = /`+[^`]*`+|\\[^]|\[([^[\]\\]{1,999})\](?:\(|\[([^[\]\\]{0,999})\]|(:))?/g;
/** What may stand before a definition in its line. */
const BEFORE_DEFINITION = /(?:^|\n)(?:[ \t>*+-]|\d{1,9}[.)])*$/;

/**
 * The labels of link references and footnotes in a document that is made of several texts. In Markdown the first definition of a
 * label wins, so a label that an earlier text has defined is renamed in a later one.
 */
export class UniqueLabels {
  readonly #taken = new Map<string, Definition | undefined>();

  /** Whether a label is used, normalized and, for a footnote, with its caret. */
  has(label: string): boolean {
    return this.#taken.has(label);
  }

  /** Keeps a label that the document defines from being used again. */
  take(label: string): void {
    this.#taken.set(label, undefined);
  }

  /** A text with labels that no earlier text has defined otherwise. */
  rename(text: string): string {
    if (!text.includes(']:')) return text;
    const parser = readBlocks(text);
    parser.end();
    const {definitions} = parser;
    const names = new Map<string, string>();
    for (const [label, definition] of definitions) {
      const isFree = !this.has(label) || isSame(this.#taken.get(label), definition);
      const name = isFree ? label : this.#freeName(label, definitions);
      if (!isFree) names.set(label, name);
      this.#taken.set(name, definition);
    }
    if (names.size === 0) return text;
    const lines = text.split(/(?<=\n|\r(?!\n))/);
    let renamed = '';
    let at = 0;
    for (const {block} of allBlocks(parser.children)) {
      if (block.kind !== 'code' && block.kind !== 'html') continue;
      renamed += withNames(lines.slice(at, block.start - 1).join(''), names);
      renamed += lines.slice(block.start - 1, block.end).join('');
      at = block.end;
    }
    return renamed + withNames(lines.slice(at).join(''), names);
  }

  #freeName(label: string, own: ReadonlyMap<string, Definition>): string {
    for (let number = 2; ; number++) {
      const name = `${label}-${String(number)}`;
      if (!this.has(name) && !own.has(name)) return name;
    }
  }
}

function isSame(one: Definition | undefined, other: Definition): boolean {
  if (!one || one.footnote || other.footnote) return false;
  return one.href === other.href && one.title === other.title;
}

/** A text without code, with new names of labels. A reference that is only its label keeps it as its text. */
function withNames(text: string, names: ReadonlyMap<string, string>): string {
  return text.replace(
    REFERENCE,
    (
      source: string,
      label: string | undefined,
      target: string | undefined,
      colon: string | undefined,
      at: number,
    ) => {
      if (label === undefined) return source;
      const name = names.get(normalizeLabel(label));
      const ofTarget = target === undefined ? undefined : names.get(normalizeLabel(target));
      if (label.startsWith('^')) {
        const rest = source.slice(label.length + 2);
        return (name === undefined ? `[${label}]` : `[${name}]`) + withNames(rest, names);
      }
      if (ofTarget !== undefined) return `[${label}][${ofTarget}]`;
      if (name === undefined || source.endsWith('(')) return source;
      if (target !== undefined && target !== '') return source;
      if (text.charAt(at - 1) === ']') return `[${name}]${colon ?? ''}`;
      if (colon && BEFORE_DEFINITION.test(text.slice(Math.max(0, at - 99), at)))
        return `[${name}]:`;
      return `[${label}][${name}]${colon ?? ''}`;
    },
  );
}
