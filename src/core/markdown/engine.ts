import type {TextDelta} from '../model/growth.js';
import type {Mark} from '../model/item.js';
import type {Block} from './block.js';
import type {Decode} from './destination.js';
import type {InlineContext} from './inline.js';
import type {MarkdownSyntax} from './syntax.js';

/** A Markdown text that grows, as blocks. */
export interface ParsedText {
  readonly blocks: readonly Block[];
  /** The context for parsing the text of a block. */
  readonly context: InlineContext;
  /**
   * Parses the added text.
   *
   * @param text The complete text.
   * @param streaming Whether the text may continue.
   * @param growth How the text grew, if known.
   * @returns Whether the text was parsed from its beginning, so that all blocks are new.
   */
  update(text: string, marks: readonly Mark[], streaming: boolean, growth?: TextDelta): boolean;
}

/** A parser of Markdown that replaces the built-in one. */
export interface MarkdownEngine {
  /** The name by which the attribute `markdown-engine` selects it. */
  readonly name: string;
  /**
   * Creates the parser of one text.
   *
   * @param decode Resolves character references.
   * @param syntax The syntax of extensions, in order of precedence.
   */
  parse(decode: Decode, syntax: readonly MarkdownSyntax[]): ParsedText;
}
