import type {Inline, InlineContext} from '../../core/markdown/inline.js';
import {parseInline} from '../../core/markdown/inline-parser.js';

/** A text is read whole until it is longer than this: most are shorter. */
const LONG = 2048;

/** What may still find its partner in a later line. */
const UNMATCHED = /[*_~`[<]/;

/**
 * The lines at the start of a long text that nothing can change any more: every span in them is closed, and nothing in
 * them could open one. They need not be read again while the text grows.
 */
export class FirmLines {
  #text = '';
  #patience = LONG;

  /** Where the lines begin that are not firm. */
  get end(): number {
    return this.#text.length;
  }

  /** Whether the text still begins with these lines. */
  begin(text: string): boolean {
    return text.startsWith(this.#text);
  }

  forget(): void {
    this.#text = '';
    this.#patience = LONG;
  }

  /** What stands in the lines that are found to be firm now. */
  take(text: string, context: InlineContext): readonly Inline[] {
    if (text.length - this.end < this.#patience) return [];
    const end = text.lastIndexOf('\n', text.length - LONG / 2) + 1;
    const inlines = end > this.end ? parseInline(text.slice(this.end, end), context) : [];
    if (inlines.length === 0 || !inlines.every(inline => isFirm(inline, context))) {
      this.#patience *= 2;
      return [];
    }
    this.#patience = LONG;
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
