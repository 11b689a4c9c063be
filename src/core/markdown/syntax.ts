/** What a piece of syntax made of some text. */
export interface MarkdownToken {
  /** The text that it took, from its start. */
  readonly raw: string;
  readonly [field: string]: unknown;
}

interface Syntax<Output> {
  readonly name: string;
  /**
   * Reads the token that the text starts with, or declines.
   *
   * @param open The text may continue: an open token may be rendered already, up to the end of the text.
   */
  tokenizer(text: string, open: boolean): MarkdownToken | undefined;
  /** Renders a token; without an output its text is displayed unchanged. */
  renderer(token: MarkdownToken): Output | undefined;
}

/** Syntax within a line of text. It is asked before the built-in one, wherever that does not already own the text. */
export interface InlineSyntax<Output = unknown> extends Syntax<Output> {
  readonly level: 'inline';
  /** The first place where it could begin, or none: undefined or -1. Without this it is asked everywhere. */
  start?(text: string): number | undefined;
}

/** Syntax of whole lines. */
export interface BlockSyntax<Output = unknown> extends Syntax<Output> {
  readonly level: 'block';
  /**
   * Gives 0 for a line that begins such a block, even within a paragraph. Without this a line does whose text the
   * tokenizer takes, but not within a paragraph.
   */
  start?(line: string): number | undefined;
  /** Whether a line is the last of the block; `first` for the line that began it. Without this a blank line ends it. */
  end?(line: string, first: boolean): boolean;
}

/**
 * Syntax that Markdown does not have, in the shape of the extensions of `marked`: those work here if they need no lexer
 * of their own. It streams like the built-in one: a block is read line by line, and what is open is read again.
 */
export type MarkdownSyntax<Output = unknown> = InlineSyntax<Output> | BlockSyntax<Output>;
