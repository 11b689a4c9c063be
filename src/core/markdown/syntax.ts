import {trimBlanksEnd} from './characters.js';

/** A token of additional syntax. */
export interface MarkdownToken {
  /** The source of the token, from its start. */
  readonly raw: string;
  readonly [field: string]: unknown;
}

interface Syntax<Output> {
  readonly name: string;
  /**
   * Reads the token at the start of the text, or returns `undefined`.
   *
   * @param open The text may continue: an open token may be rendered already, up to the end of the text.
   * @param before For inline syntax: up to 100 characters that stand before the text in its paragraph.
   */
  tokenizer(text: string, open: boolean, before?: string): MarkdownToken | undefined;
  /** Renders a token. Without an output, its source is displayed. */
  renderer(token: MarkdownToken): Output | undefined;
}

/** Maximum number of characters before a token that the tokenizer of inline syntax receives. */
export const maxBefore = 100;

/** Inline syntax. It takes precedence over built-in syntax, except inside code and other literal text. */
export interface InlineSyntax<Output = unknown> extends Syntax<Output> {
  readonly level: 'inline';
  /**
   * The first offset at which a token may begin; `undefined` or -1 if there is none. Without this function, every
   * offset is tried.
   */
  start?(text: string): number | undefined;
}

/** Syntax of whole lines. */
export interface BlockSyntax<Output = unknown> extends Syntax<Output> {
  readonly level: 'block';
  /**
   * Returns 0 for a line that begins such a block, even inside a paragraph. Without this function, a line begins one if
   * the tokenizer accepts its text, but not inside a paragraph. Lines of a paragraph become a block too when the
   * tokenizer accepts all of them.
   */
  start?(line: string): number | undefined;
  /**
   * Whether a line belongs to the paragraph above it, whatever block it would begin: inline syntax of the extension is open
   * at the end of these lines.
   */
  continues?(line: string, paragraph: readonly string[]): boolean;
  /**
   * Whether a line is the last of the block; `first` for its first line. A number is that of the characters up to the end of
   * the block: the rest of the line is a paragraph. Without this function, a blank line ends the block, or a line that the
   * tokenizer does not add to the token.
   */
  end?(line: string, first: boolean): boolean | number;
  /** Whether a block with `end` ends before a line, after the lines that it has. Without this function, it does not. */
  endsBefore?(line: string, lines: readonly string[]): boolean;
}

/**
 * Additional syntax in the form of `marked` extensions. Their functions have `this.lexer` and `this.parser` for the text
 * inside a token. It streams like built-in syntax: a block is read line by line, and an open token is read again.
 */
export type MarkdownSyntax<Output = unknown> = InlineSyntax<Output> | BlockSyntax<Output>;

/** Lines up to which a tokenizer reads a block again with each line, which is quadratic. */
const MAX_LINES = 64;

/** Whether the tokenizer of a syntax without `end` reads exactly these lines. */
export function readsLines(syntax: BlockSyntax, lines: readonly string[]): boolean {
  if (syntax.end || lines.length > MAX_LINES) return false;
  const text = lines.join('\n');
  const raw = syntax.tokenizer(`${text}\n`, false)?.raw;
  return raw !== undefined && trimBlanksEnd(raw) === trimBlanksEnd(text);
}
