import type {Inline} from './inline.js';
import {extractMarks} from './marks.js';
import {maxBefore, type InlineSyntax} from './syntax.js';

/** The offsets at which the inline syntax of extensions may begin. A text is searched once for each syntax. */
export class SyntaxStarts {
  readonly #text: string;
  readonly #syntax: readonly InlineSyntax[];
  readonly #starts: number[];

  constructor(text: string, syntax: readonly InlineSyntax[]) {
    this.#text = text;
    this.#syntax = syntax;
    this.#starts = syntax.map(() => -1);
  }

  /** Reads the token that begins here, if any. Citation marks in it are rendered after it. */
  read(at: number, open: boolean): {inlines: readonly Inline[]; end: number} | undefined {
    for (const [index, syntax] of this.#syntax.entries()) {
      if ((this.#starts[index] ?? 0) < at) this.#starts[index] = this.#find(syntax, at);
      if (this.#starts[index] !== at) continue;
      const rest = this.#text.slice(at);
      const before = this.#text.slice(Math.max(0, at - maxBefore), at);
      const found = syntax.tokenizer(rest, open, before);
      if (found?.raw && rest.startsWith(found.raw)) {
        const [raw, marks] = extractMarks(found.raw);
        const token = marks.length > 0 ? syntax.tokenizer(raw, open, before) : found;
        const inlines = marks.map((index): Inline => ({kind: 'mark', index}));
        inlines.unshift(token ? {kind: 'custom', token, syntax} : {kind: 'text', text: raw});
        return {inlines, end: at + found.raw.length};
      }
      this.#starts[index] = this.#find(syntax, at + 1);
    }
    return undefined;
  }

  /** The next offset at which a token may begin. */
  get next(): number {
    return Math.min(...this.#starts);
  }

  #find(syntax: InlineSyntax, from: number): number {
    const found = syntax.start ? (syntax.start(this.#text.slice(from)) ?? -1) : 0;
    return found < 0 ? Infinity : from + found;
  }
}
