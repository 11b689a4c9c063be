import {deltaSince, type TextDelta} from '../model/growth.js';
import type {Mark} from '../model/item.js';
import type {Block} from './block.js';
import {BlockParser} from './block-parser.js';
import type {InlineContext} from './inline.js';
import type {Decode} from './destination.js';
import {markOffset, insertMarks} from './marks.js';
import type {BlockSyntax, MarkdownSyntax} from './syntax.js';

/** Characters compared at once with the previous text. */
const PART = 4096;

/**
 * Parses a Markdown text that grows. Each `update` receives the complete text, but only the added part is parsed,
 * unless the text changed at another place than its end. To detect this, the previous text is stored in parts of fixed
 * length and compared with the new one.
 */
export class MarkdownDocument {
  readonly #decode: Decode;
  readonly #inline: Pick<InlineContext, 'syntax'>;
  readonly #block: readonly BlockSyntax[];
  #parser: BlockParser;
  #text = '';
  /** The parsed text in parts, because the next text may differ. */
  #parts: string[] = [];
  #marks: readonly Mark[] = [];
  #ended = false;
  #updates = 0;
  /** The number of marks in the parsed text. */
  #insertedMarks = 0;

  /** @param syntax The syntax of extensions. */
  constructor(decode: Decode, syntax: readonly MarkdownSyntax[] = []) {
    this.#decode = decode;
    const inline = syntax.filter(one => one.level === 'inline');
    this.#inline = inline.length > 0 ? {syntax: inline} : {};
    this.#block = syntax.filter(one => one.level === 'block');
    this.#parser = this.#createParser();
  }

  get blocks(): readonly Block[] {
    return this.#parser.children;
  }

  /** The context for parsing the text of a block. */
  get context(): InlineContext {
    const {definitions} = this.#parser;
    return {definitions, decode: this.#decode, streaming: !this.#ended, ...this.#inline};
  }

  /**
   * Parses the added text.
   *
   * @param streaming Whether the text may continue. Its last line is then parsed tentatively.
   * @param growth How the text grew, if known; the rest of the text is then not compared.
   * @returns Whether the text was parsed from its beginning, so that all blocks are new.
   */
  update(text: string, marks: readonly Mark[], streaming: boolean, growth?: TextDelta): boolean {
    const added = deltaSince(growth, this.#text, text);
    const restarted = !this.#continues(text, marks, streaming, added !== undefined);
    if (restarted) {
      this.#parser = this.#createParser();
      this.#text = '';
      this.#parts = [];
      this.#ended = false;
      this.#insertedMarks = 0;
    }
    const from = this.#text.length;
    const fresh = marks.slice(this.#insertedMarks);
    const piece = restarted || added === undefined ? copy(text.slice(from)) : added;
    if (fresh.length > 0)
      this.#parser.push(copy(insertMarks(text, fresh, from, this.#insertedMarks)));
    else this.#parser.push(insertMarks(piece, [], 0, 0));
    this.#storeParts(piece);
    this.#text = text;
    this.#marks = marks;
    this.#insertedMarks = marks.length;
    if (streaming) this.#parser.preview();
    else if (!this.#ended) this.#parser.end();
    this.#ended = !streaming;
    return restarted;
  }

  /**
   * Whether the new text begins with the previous one. While a long text streams, each update compares only the last
   * parts and one other part in turn. A change further ahead is thus detected a few updates later, or at the end.
   */
  #hasSameStart(text: string, streaming: boolean): boolean {
    const parts = this.#parts;
    // Comparing slices is much faster than `startsWith`.
    const isKept = (at: number): boolean =>
      text.slice(at * PART, Math.min((at + 1) * PART, this.#text.length)) === (parts[at] ?? '');
    if (!streaming) return parts.every((_, at) => isKept(at));
    const turn = this.#updates++ % (parts.length || 1);
    return isKept(turn) && isKept(parts.length - 1) && isKept(Math.max(0, parts.length - 2));
  }

  #storeParts(piece: string): void {
    let rest = (this.#parts.pop() ?? '') + piece;
    for (; rest.length > PART; rest = rest.slice(PART)) this.#parts.push(rest.slice(0, PART));
    this.#parts.push(rest);
  }

  #createParser(): BlockParser {
    return new BlockParser(this.#decode, this.#block);
  }

  #continues(text: string, marks: readonly Mark[], streaming: boolean, grown: boolean): boolean {
    if (this.#ended && (text.length !== this.#text.length || marks !== this.#marks)) return false;
    if (!grown && !this.#hasSameStart(text, streaming && !this.#ended)) return false;
    if (marks === this.#marks) return true;
    return (
      this.#marks.every((mark, at) => isSame(mark, marks[at])) &&
      marks.slice(this.#insertedMarks).every(mark => markOffset(text, mark) >= this.#text.length)
    );
  }
}

/** Copies a slice, because a slice keeps the string that it was cut from in memory. */
function copy(slice: string): string {
  return ` ${slice}`.slice(1);
}

function isSame(mark: Mark, other: Mark | undefined): boolean {
  return (
    mark.offset === other?.offset && mark.source === other.source && mark.label === other.label
  );
}
