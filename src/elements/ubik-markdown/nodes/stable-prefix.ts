import {joinText} from '../../../core/markdown/chain.js';
import type {Inline, InlineContext} from '../../../core/markdown/inline.js';
import {parseInline} from '../../../core/markdown/inline-parser.js';

/** Characters that are read again while the text grows before it is asked which of them are stable. */
const CHECK_LENGTH = 256;
/** So much of the end is never stable: what is shown of it may yet be taken back. */
const UNSTABLE_TAIL = 64;

/** What may still find its partner in a later place. */
const UNMATCHED = /[*_~`[<]/;

/** Between two words, two lines or two characters of Chinese or Japanese: what follows reads the same by itself. */
const BOUNDARY = /^(?:\S \S|[^]\n\S|[^][\u2E80-\uD7FF]{2})$/;

/**
 * The start of a text that nothing can change any more: every span in it is closed, and nothing in it could open one.
 * It need not be read again while the text grows.
 */
export class StablePrefix {
  #text = '';
  #checkLength = CHECK_LENGTH;
  /** The last of what is stable, if it is text: what comes next may go on in it. */
  #lastText: readonly Inline[] = [];

  /** Where begins what is not stable. */
  get end(): number {
    return this.#text.length;
  }

  reset(): void {
    this.#text = '';
    this.#checkLength = CHECK_LENGTH;
    this.#lastText = [];
  }

  /** Whether the text still begins with what is stable. */
  isPrefixOf(text: string): boolean {
    return text.slice(0, this.end) === this.#text;
  }

  /**
   * Reads what is not stable, and some of what was found stable last.
   *
   * @returns What is read, and how many of it, from the first, are stable now.
   */
  read(
    text: string,
    context: InlineContext,
    open: boolean,
  ): {inlines: readonly Inline[]; stable: number} {
    const stable = joinText([...this.#lastText, ...this.#extend(text, context)]);
    const rest = parseInline(text.slice(this.end), context, open);
    const inlines = stable.length === 0 ? rest : joinText([...stable, ...rest]);
    const last = stable.at(-1);
    this.#lastText = last?.kind === 'text' ? [last] : [];
    return {inlines, stable: stable.length - this.#lastText.length};
  }

  #extend(text: string, context: InlineContext): readonly Inline[] {
    if (text.length - this.end < this.#checkLength) return [];
    let end = text.length - UNSTABLE_TAIL;
    while (end > this.end && !BOUNDARY.test(text.slice(end - 2, end + 1))) end--;
    const inlines = end > this.end ? parseInline(text.slice(this.end, end), context) : [];
    if (inlines.length === 0 || !inlines.every(inline => isStable(inline, context))) {
      this.#checkLength *= 2;
      return [];
    }
    this.#checkLength = CHECK_LENGTH;
    this.#text = text.slice(0, end);
    return inlines;
  }
}

function isStable(inline: Inline, context: InlineContext): boolean {
  if (inline.kind === 'text') {
    const {text} = inline;
    const begins = context.syntax?.some(({start}) => !start || (start(text) ?? -1) >= 0);
    return !begins && !UNMATCHED.test(text);
  }
  if (inline.kind === 'tag') return false;
  return 'children' in inline ? inline.children.every(child => isStable(child, context)) : true;
}
