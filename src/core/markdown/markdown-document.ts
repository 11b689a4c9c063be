import {deltaSince, type TextDelta} from '../model/growth.js';
import type {Mark} from '../model/item.js';
import type {Block} from './block.js';
import {BlockParser} from './block-parser.js';
import type {InlineContext} from './inline.js';
import type {Decode} from './destination.js';
import {markOffset, spellMarks} from './marks.js';
import type {BlockSyntax, MarkdownSyntax} from './syntax.js';

/** Characters that are compared at once with those that were there before. */
const PART = 4096;

/**
 * A Markdown text that grows. Each `update` is given the whole text; what was there before is not read again, unless
 * something other than its end changed.
 */
export class MarkdownDocument {
  readonly #decode: Decode;
  readonly #inline: Pick<InlineContext, 'syntax'>;
  readonly #block: readonly BlockSyntax[];
  #parser: BlockParser;
  #text = '';
  /** What was read of it, for what is given next may be another text. */
  #parts: string[] = [];
  #marks: readonly Mark[] = [];
  #ended = false;
  #updates = 0;
  /** The marks that stand in the text that was read. */
  #placed = 0;

  /** @param syntax What extensions add. */
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

  /** What the text of a block is read with. */
  get context(): InlineContext {
    const {definitions} = this.#parser;
    return {definitions, decode: this.#decode, streaming: !this.#ended, ...this.#inline};
  }

  /**
   * Reads what is new.
   *
   * @param streaming Whether the text may continue: then its last line is displayed as far as its meaning is certain.
   * @param growth How the text grew, where that is known: then the rest of it is not even looked at.
   * @returns Whether everything was parsed again, so that no block of before was kept.
   */
  update(text: string, marks: readonly Mark[], streaming: boolean, growth?: TextDelta): boolean {
    const added = deltaSince(growth, this.#text, text);
    const restarted = !this.#continues(text, marks, streaming, added !== undefined);
    if (restarted) {
      this.#parser = this.#createParser();
      this.#text = '';
      this.#parts = [];
      this.#ended = false;
      this.#placed = 0;
    }
    const from = this.#text.length;
    const fresh = marks.slice(this.#placed);
    const piece = restarted || added === undefined ? copy(text.slice(from)) : added;
    if (fresh.length > 0) this.#parser.push(copy(spellMarks(text, fresh, from, this.#placed)));
    else this.#parser.push(spellMarks(piece, [], 0, 0));
    this.#keep(piece);
    this.#text = text;
    this.#marks = marks;
    this.#placed = marks.length;
    if (streaming) this.#parser.preview();
    else if (!this.#ended) this.#parser.end();
    this.#ended = !streaming;
    return restarted;
  }

  /**
   * While a long text streams, only its end and one other part are compared, another one each time: a change that is no
   * more at the end is seen a little later then, and at the end of the text in any case.
   */
  #beginsAsBefore(text: string, streaming: boolean): boolean {
    const parts = this.#parts;
    // Slices are compared as memory; `startsWith` goes by characters, and was the dearest call of a frame.
    const isKept = (at: number): boolean =>
      text.slice(at * PART, Math.min((at + 1) * PART, this.#text.length)) === (parts[at] ?? '');
    if (!streaming) return parts.every((_, at) => isKept(at));
    const turn = this.#updates++ % (parts.length || 1);
    return isKept(turn) && isKept(parts.length - 1) && isKept(Math.max(0, parts.length - 2));
  }

  #keep(piece: string): void {
    let rest = (this.#parts.pop() ?? '') + piece;
    for (; rest.length > PART; rest = rest.slice(PART)) this.#parts.push(rest.slice(0, PART));
    this.#parts.push(rest);
  }

  #createParser(): BlockParser {
    return new BlockParser(this.#decode, this.#block);
  }

  #continues(text: string, marks: readonly Mark[], streaming: boolean, grown: boolean): boolean {
    if (this.#ended && (text.length !== this.#text.length || marks !== this.#marks)) return false;
    if (!grown && !this.#beginsAsBefore(text, streaming && !this.#ended)) return false;
    if (marks === this.#marks) return true;
    return (
      this.#marks.every((mark, at) => isSame(mark, marks[at])) &&
      marks.slice(this.#placed).every(mark => markOffset(text, mark) >= this.#text.length)
    );
  }
}

/** A slice keeps the whole string in memory that it was cut from: a copy is cut from itself. */
function copy(slice: string): string {
  return ` ${slice}`.slice(1);
}

function isSame(mark: Mark, other: Mark | undefined): boolean {
  return (
    mark.offset === other?.offset && mark.source === other.source && mark.label === other.label
  );
}
