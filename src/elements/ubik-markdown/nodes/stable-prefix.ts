import {joinText} from '../../../core/markdown/chain.js';
import type {Inline, InlineContext} from '../../../core/markdown/inline.js';
import {parseInline} from '../../../core/markdown/inline-parser.js';

/** Characters that are read again while the text grows before it is asked which of them are firm. */
const PATIENCE = 256;
/** So much of the end is never firm: what is shown of it may yet be taken back. */
const TAIL = 64;

/** What may still find its partner in a later place. */
const UNMATCHED = /[*_~`[<]/;

/** Between two words, two lines or two characters of Chinese or Japanese: what follows reads the same by itself. */
const BORDER = /^(?:\S \S|[^]\n\S|[^][\u2E80-\uD7FF]{2})$/;

/**
 * The start of a text that nothing can change any more: every span in it is closed, and nothing in it could open one.
 * It need not be read again while the text grows.
 */
export class StablePrefix {
  #text = '';
  #patience = PATIENCE;
  /** The last of what is firm, if it is text: what comes next may go on in it. */
  #joint: readonly Inline[] = [];

  /** Where begins what is not firm. */
  get end(): number {
    return this.#text.length;
  }

  forget(): void {
    this.#text = '';
    this.#patience = PATIENCE;
    this.#joint = [];
  }

  /** Whether the text still begins with what is firm. */
  begins(text: string): boolean {
    return text.slice(0, this.end) === this.#text;
  }

  /**
   * Reads what is not firm, and some of what was found firm last.
   *
   * @returns What is read, and how many of it, from the first, are firm now.
   */
  read(
    text: string,
    context: InlineContext,
    open: boolean,
  ): {inlines: readonly Inline[]; firm: number} {
    const firm = joinText([...this.#joint, ...this.#take(text, context)]);
    const rest = parseInline(text.slice(this.end), context, open);
    const inlines = firm.length === 0 ? rest : joinText([...firm, ...rest]);
    const last = firm.at(-1);
    this.#joint = last?.kind === 'text' ? [last] : [];
    return {inlines, firm: firm.length - this.#joint.length};
  }

  #take(text: string, context: InlineContext): readonly Inline[] {
    if (text.length - this.end < this.#patience) return [];
    let end = text.length - TAIL;
    while (end > this.end && !BORDER.test(text.slice(end - 2, end + 1))) end--;
    const inlines = end > this.end ? parseInline(text.slice(this.end, end), context) : [];
    if (inlines.length === 0 || !inlines.every(inline => isFirm(inline, context))) {
      this.#patience *= 2;
      return [];
    }
    this.#patience = PATIENCE;
    this.#text = text.slice(0, end);
    return inlines;
  }
}

function isFirm(inline: Inline, context: InlineContext): boolean {
  if (inline.kind === 'text') {
    const {text} = inline;
    const begins = context.syntax?.some(({start}) => !start || (start(text) ?? -1) >= 0);
    return !begins && !UNMATCHED.test(text);
  }
  if (inline.kind === 'tag') return false;
  return 'children' in inline ? inline.children.every(child => isFirm(child, context)) : true;
}
