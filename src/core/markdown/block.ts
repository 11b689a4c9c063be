import type {Inline} from './inline.js';
import type {SlottedHtml} from './slots.js';
import type {BlockSyntax, MarkdownToken} from './syntax.js';

/**
 * The block structure of a Markdown text: a tree that grows only at its end. Only the parser writes to it.
 *
 * Blocks with `open` may receive more lines. A block with `done` is final; its rendering can still change only if a
 * later link reference definition applies to it, or if its list becomes loose.
 */
export type Block =
  | QuoteBlock
  | ListBlock
  | ItemBlock
  | ParagraphBlock
  | HeadingBlock
  | CodeBlock
  | HtmlBlock
  | TableBlock
  | RuleBlock
  | CustomBlock
  | FootnoteBlock;

interface BlockBase<K extends string> {
  readonly kind: K;
  open: boolean;
  done: boolean;
  /** The first line, and the last line that was not blank, counted from 1. */
  readonly start: number;
  end: number;
  /** Citation marks in the syntax or code of this block. They are rendered after it. */
  readonly marks: number[];
}

export interface DocumentBlock {
  readonly kind: 'document';
  readonly children: Block[];
}

export interface QuoteBlock extends BlockBase<'quote'> {
  readonly children: Block[];
}

export interface ListBlock extends BlockBase<'list'> {
  readonly children: Block[];
  /** `-`, `+`, `*`, `.` or `)`. Another delimiter starts another list. */
  readonly delimiter: string;
  /** The number of the first item; `undefined` for a bullet list. */
  readonly first: number | undefined;
  /** Whether blank lines separate its items; their text is then rendered as paragraphs. */
  loose: boolean;
}

export interface ItemBlock extends BlockBase<'item'> {
  readonly children: Block[];
  /** The indentation in columns that a line needs to belong to the item. */
  readonly indent: number;
  /** Whether a task is done; `undefined` if the item is not a task. */
  checked: boolean | undefined;
}

/** A footnote definition. References have the form `[^label]`. */
export interface FootnoteBlock extends BlockBase<'footnote'> {
  readonly children: Block[];
  /** The normalized label, including the `^`, as in the definitions. */
  readonly label: string;
}

export interface ParagraphBlock extends BlockBase<'paragraph'> {
  readonly lines: string[];
  /** The content, if the engine has parsed it already. */
  readonly inlines?: readonly Inline[];
}

export interface HeadingBlock extends BlockBase<'heading'> {
  readonly level: number;
  readonly text: string;
  /** The content, if the engine has parsed it already. */
  readonly inlines?: readonly Inline[];
}

export interface CodeBlock extends BlockBase<'code'> {
  readonly lines: string[];
  /** `undefined` for indented code. */
  readonly fence: Fence | undefined;
  /** What an extension of the engine renders instead of the lines when the block is complete. */
  readonly output?: SlottedHtml;
}

export interface Fence {
  readonly character: string;
  readonly length: number;
  readonly indent: number;
  readonly info: string;
  /** The fence that is open inside of this one, whose content is a Markdown document. */
  inner?: InnerFence | undefined;
  /**
   * Present if a line of the code had not the indentation of its item, so that no line loses any; with the delimiter of the list
   * of which that line would be an item.
   */
  unindented?: {readonly delimiter: string | undefined} | undefined;
}

export type InnerFence = Omit<Fence, 'indent' | 'unindented'>;

export interface HtmlBlock extends BlockBase<'html'> {
  readonly lines: string[];
  /** Matches the last line of the block; `undefined` if a blank line ends it. */
  readonly closer: RegExp | undefined;
}

/** Lines that match the syntax of an extension. */
export interface CustomBlock extends BlockBase<'custom'> {
  readonly lines: string[];
  readonly syntax: BlockSyntax;
  /** The token, if the engine has read it already. */
  readonly token?: MarkdownToken;
}

export type Alignment = 'left' | 'center' | 'right' | undefined;

export interface TableBlock extends BlockBase<'table'> {
  readonly alignments: readonly Alignment[];
  readonly header: readonly string[];
  /** The cells as written. A row may have fewer or more cells than the header. */
  readonly rows: (readonly string[])[];
  /** The content of the cells of the header and of the rows, if the engine has parsed it already. */
  readonly parsed?: readonly (readonly (readonly Inline[])[])[];
  /** How many more missing cells may be rendered as empty ones. Below zero, the table ends. */
  spare: number;
}

export interface RuleBlock extends BlockBase<'rule'> {
  readonly level?: never;
}

/** The fields common to all blocks. */
export function base<K extends string>(kind: K, start: number): BlockBase<K> {
  return {kind, open: true, done: false, start, end: start, marks: []};
}

export function isContainer(
  block: Block,
): block is QuoteBlock | ListBlock | ItemBlock | FootnoteBlock {
  return 'children' in block;
}

/** Whether the lines of a block are taken literally. */
export function isRaw(block: Block): block is CodeBlock | HtmlBlock | CustomBlock {
  return block.kind === 'code' || block.kind === 'html' || block.kind === 'custom';
}
