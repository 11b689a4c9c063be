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
   */
  tokenizer(text: string, open: boolean): MarkdownToken | undefined;
  /** Renders a token. Without an output, its source is displayed. */
  renderer(token: MarkdownToken): Output | undefined;
}

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
   * the tokenizer accepts its text, but not inside a paragraph.
   */
  start?(line: string): number | undefined;
  /**
   * Whether a line is the last of the block; `first` for its first line. Without this function, a blank line ends it.
   */
  end?(line: string, first: boolean): boolean;
}

/**
 * Additional syntax in the form of `marked` extensions, which work here if they do not use the lexer. It streams like
 * built-in syntax: a block is read line by line, and an open token is read again.
 */
export type MarkdownSyntax<Output = unknown> = InlineSyntax<Output> | BlockSyntax<Output>;
