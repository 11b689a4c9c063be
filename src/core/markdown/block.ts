import type {BlockSyntax} from './syntax.js';

/**
 * The block structure of a Markdown text, as a tree that only grows at its end. The parser alone writes to it.
 *
 * `open` blocks may still take lines. A block that is `done` stays as it is for good; the only thing that may still
 * change what it looks like is a link reference definition that comes later, or its list turning loose.
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
  /** Number of the first line, and of the last one that was not blank. */
  readonly start: number;
  end: number;
  /** Citation marks in the syntax or the code of this block; rendered behind it. */
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
  /** `-`, `+`, `*`, `.` or `)`: another one is another list. */
  readonly delimiter: string;
  /** Set for an ordered list. */
  readonly first: number | undefined;
  /** Whether there are blank lines between its items; then their text is rendered as paragraphs. */
  loose: boolean;
}

export interface ItemBlock extends BlockBase<'item'> {
  readonly children: Block[];
  /** Columns that a line must be indented by to belong to the item. */
  readonly indent: number;
  /** Set for a task. */
  checked: boolean | undefined;
}

/** The words that `[^label]` refers to. */
export interface FootnoteBlock extends BlockBase<'footnote'> {
  readonly children: Block[];
  /** As definitions are named: with the `^`, normalised. */
  readonly label: string;
}

export interface ParagraphBlock extends BlockBase<'paragraph'> {
  readonly lines: string[];
}

export interface HeadingBlock extends BlockBase<'heading'> {
  readonly level: number;
  readonly text: string;
}

export interface CodeBlock extends BlockBase<'code'> {
  readonly lines: string[];
  /** Undefined for an indented block. */
  readonly fence: Fence | undefined;
}

export interface Fence {
  readonly character: string;
  readonly length: number;
  readonly indent: number;
  readonly info: string;
}

export interface HtmlBlock extends BlockBase<'html'> {
  readonly lines: string[];
  /** What ends it; undefined: a blank line. */
  readonly closer: RegExp | undefined;
}

/** Lines that the syntax of an extension claims. */
export interface CustomBlock extends BlockBase<'custom'> {
  readonly lines: string[];
  readonly syntax: BlockSyntax;
}

export type Alignment = 'left' | 'center' | 'right' | undefined;

export interface TableBlock extends BlockBase<'table'> {
  readonly alignments: readonly Alignment[];
  readonly header: readonly string[];
  /** Cells as they were written: a row may have fewer or more than the header. */
  readonly rows: (readonly string[])[];
  /** How many missing cells may still be rendered as empty ones. Below zero the table ends. */
  spare: number;
}

export interface RuleBlock extends BlockBase<'rule'> {
  readonly level?: never;
}

/** The fields that every block starts with. */
export function base<K extends string>(kind: K, start: number): BlockBase<K> {
  return {kind, open: true, done: false, start, end: start, marks: []};
}

export function isContainer(
  block: Block,
): block is QuoteBlock | ListBlock | ItemBlock | FootnoteBlock {
  return 'children' in block;
}

/** Whether a block takes its lines as they are. */
export function isRaw(block: Block): block is CodeBlock | HtmlBlock | CustomBlock {
  return block.kind === 'code' || block.kind === 'html' || block.kind === 'custom';
}
