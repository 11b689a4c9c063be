import {DELIMITERS} from '../../../core/markdown/emphasis.js';
import {joinText} from '../../../core/markdown/inline-list.js';
import type {Inline, InlineContext} from '../../../core/markdown/inline.js';
import {parseInline} from '../../../core/markdown/inline-parser.js';

/** Number of unstable characters from which on the prefix is extended. */
const CHECK_LENGTH = 256;
/** Characters at the end that are never stable, because a preview of them may be rolled back. */
const UNSTABLE_TAIL = 64;

/** Characters that may be matched by later ones. */
const UNMATCHED = new RegExp(`[${DELIMITERS}\`[<]`);

/**
 * A position between two words, lines, or Chinese or Japanese characters, where a text can be split without changing
 * its meaning.
 */
const BOUNDARY = /^(?:\S \S|[^]\n\S|[^][\u2E80-\uD7FF]{2})$/;

/**
 * The start of a growing text that later text cannot change: all markup in it is closed, and nothing in it can open
 * one. It is parsed only once, so the cost of an update does not depend on the length of the text.
 */
export class StablePrefix {
  #text = '';
  #checkLength = CHECK_LENGTH;
  /** The last stable inline if it is text, because the next text may continue it. */
  #lastText: readonly Inline[] = [];

  /** The offset of the unstable rest. */
  get end(): number {
    return this.#text.length;
  }

  reset(): void {
    this.#text = '';
    this.#checkLength = CHECK_LENGTH;
    this.#lastText = [];
  }

  /** Whether the text still begins with the stable part. */
  isPrefixOf(text: string): boolean {
    return text.slice(0, this.end) === this.#text;
  }

  /**
   * Parses the unstable rest, and extends the stable part if possible.
   *
   * @returns The parsed inlines, and how many of the first ones are stable now.
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
