import {
  base,
  isContainer,
  isRaw,
  type Block,
  type CodeBlock,
  type CustomBlock,
  type HtmlBlock,
  type ParagraphBlock,
} from '../block.js';
import {BlockTree} from './block-tree.js';
import {trimBlanks} from '../characters.js';
import {continueBlock, innerFenceAfter, unindentedCode} from './continuation.js';
import type {Definition} from '../definitions.js';
import type {Decode} from '../destination.js';
import {Line} from './line.js';
import {extractMarks, extractLineMarks, markedEnd} from '../marks.js';
import {isHeldBack} from './preview.js';
import {CLAUSE_END, SENTENCE_END} from '../../sentence.js';
import {STARTS, type LinePosition} from './starts.js';
import {readsLines, type BlockSyntax, type InlineSyntax, type MarkdownSyntax} from '../syntax.js';
import {
  guessHeader,
  mayEndInTightHeader,
  readTableHead,
  spareAfter,
  spareCells,
  splitBodyRow,
  type TableHead,
} from '../table.js';

/** Maximum nesting depth of blocks, which bounds hostile input. Deeper blocks are text. */
const MAX_DEPTH = 40;

/** Characters of an incomplete line of a table or of HTML from which on its preview is updated only when it has grown by a sixteenth. */
const LONG_LINE = 2048;

const TASK = /^\[([ xX])\][ \t]+(?=\S)/;
/** Most lines begin like this. They can only be part of a paragraph or a table row. */
const PLAIN = /^[^>#`~<[\-_*+\d]/;
const SETEXT_UNDERLINE = /^(?:=+|-+)[ \t]*$/;
/** What no heading has: the end of a sentence or a clause, and as many characters before its first link or code. */
const PROSE = [SENTENCE_END, CLAUSE_END, /^[^[<`]{81}/];

/**
 * Parses the block structure of a Markdown text while it streams (CommonMark 0.31, GFM tables and task lists).
 *
 * The parser is incremental: `push` accepts chunks, and each complete line is parsed once, so the cost of a chunk does
 * not depend on the length of the text. The last line is usually incomplete. `preview` parses it tentatively; the tree
 * records these changes in its undo log, and the next `push` rolls them back.
 */
export class BlockParser {
  readonly #tree: BlockTree;
  readonly #decode: Decode;
  readonly #syntax: readonly BlockSyntax[];
  readonly #inlineSyntax: readonly InlineSyntax[];
  #pathBefore: Block[] = [];
  /** The incomplete last line. */
  #rest = '';
  #afterReturn = false;
  /** The line that is being read, with its marks, and those of them that are rendered after the block. */
  #source = '';
  #marks: readonly number[] = [];
  /** The length at which the preview of that line is updated. */
  #nextPreview = 0;

  constructor(decode: Decode, syntax: readonly MarkdownSyntax[] = []) {
    this.#decode = decode;
    this.#syntax = syntax.filter(one => one.level === 'block');
    this.#inlineSyntax = syntax.filter(one => one.level === 'inline');
    this.#tree = new BlockTree(decode);
  }

  get children(): readonly Block[] {
    return this.#tree.document.children;
  }

  /**
   * Link reference definitions by normalized label. A definition is added once no later line of its paragraph can
   * change it.
   */
  get definitions(): ReadonlyMap<string, Definition> {
    return this.#tree.definitions;
  }

  push(chunk: string): void {
    if (chunk === '') return;
    const grows = !this.#afterReturn && !/[\r\n]/.test(chunk);
    if (grows && this.#rest.length + chunk.length < this.#nextPreview) {
      this.#rest += chunk.replaceAll('\0', '\uFFFD');
      return;
    }
    this.#rollBackPreview();
    const text = chunk.replaceAll('\0', '\uFFFD');
    let from = this.#afterReturn && text.startsWith('\n') ? 1 : 0;
    this.#afterReturn = text.endsWith('\r');
    const lineEnd = /\r\n?|\n/g;
    lineEnd.lastIndex = from;
    for (let match = lineEnd.exec(text); match; match = lineEnd.exec(text)) {
      this.#readLine(this.#rest + text.slice(from, match.index));
      this.#rest = '';
      from = lineEnd.lastIndex;
    }
    this.#rest += text.slice(from);
  }

  /** Parses the incomplete last line tentatively. Characters that may still become syntax are held back. */
  preview(): void {
    const {length} = this.#rest;
    if (length < this.#nextPreview) return;
    this.#rollBackPreview();
    const {kind} = this.#tree.tip ?? {};
    const isSlow = kind === 'table' || kind === 'html' || /^[|<]/.test(this.#rest);
    this.#nextPreview = isSlow && length > LONG_LINE ? length * (17 / 16) : 0;
    this.#pathBefore = [...this.#tree.path];
    this.#tree.undoLog.record();
    const isHeld = isHeldBack(this.#rest, this.#tree.tip, this.#tree.path.length > 1);
    if (!isHeld) this.#readLine(this.#rest);
    const {tip} = this.#tree;
    if (tip?.kind !== 'paragraph') return;
    this.#tree.takeDefinitions(tip);
    if (isHeld && mayEndInTightHeader(tip.lines, this.#rest)) this.#tree.undoLog.pop(tip.lines);
    const header = guessHeader(tip.lines, isHeld, this.#inlineSyntax);
    if (tip.lines.length === 0) this.#tree.dropParagraph();
    else if (header) this.#openTable(tip, {header, alignments: header.map(() => undefined)});
  }

  /** Ends the text. */
  end(): void {
    this.#rollBackPreview();
    if (this.#rest !== '') this.#readLine(this.#rest);
    this.#rest = '';
    this.#tree.close(0);
  }

  #rollBackPreview(): void {
    this.#nextPreview = 0;
    if (!this.#tree.undoLog.recording) return;
    this.#tree.undoLog.rollBack();
    this.#tree.path = this.#pathBefore;
  }

  #readLine(source: string): void {
    const tree = this.#tree;
    tree.undoLog.set(tree, 'number', tree.number + 1);
    const [text, marks] = extractLineMarks(source, tree.tip);
    tree.cite(text);
    this.#source = source;
    this.#marks = marks;
    const line = new Line(text);
    let matched = 0;
    let ended = false;
    for (const block of tree.path) {
      const unindented = unindentedCode(tree.path, matched, line);
      if (unindented && tree.tip?.kind === 'code' && tree.tip.fence) {
        tree.undoLog.set(tree.tip.fence, 'unindented', unindented);
      }
      const continuation = unindented ? 'continues' : continueBlock(block, line);
      if (continuation === 'no match') break;
      matched++;
      ended = continuation === 'ends';
    }
    if (ended) {
      tree.extend();
      tree.close(matched - 1);
    } else this.#addLine(line, this.#openBlocks(line, matched));
    for (const mark of this.#marks) if (tree.last) tree.undoLog.push(tree.last.marks, mark);
  }

  /** Opens the blocks that start in this line. Returns the number of open blocks that the line belongs to. */
  #openBlocks(line: Line, matched: number): number {
    const tree = this.#tree;
    if (this.#continuesParagraph(line)) return matched;
    let depth = matched;
    while (depth < MAX_DEPTH) {
      const top = tree.path[depth - 1];
      if (top && isRaw(top)) break;
      if (top?.kind === 'paragraph' && this.#convertParagraph(top, line)) return tree.path.length;
      const afterParagraph = tree.tip?.kind === 'paragraph';
      const started = startBlocks({
        line,
        number: tree.number,
        top,
        afterParagraph,
        incomplete: tree.undoLog.recording,
        decode: this.#decode,
        syntax: this.#syntax,
      });
      if (!started) break;
      tree.close(depth);
      for (const block of started) tree.open(block);
      depth = tree.path.length;
      if (!started.every(isContainer)) break;
    }
    return depth;
  }

  /** Whether inline syntax of an extension is open in the last paragraph, and contains this line. */
  #continuesParagraph({content, blank}: Line): boolean {
    const {tip} = this.#tree;
    if (tip?.kind !== 'paragraph' || blank) return false;
    return this.#syntax.some(one => one.continues?.(content, tip.lines));
  }

  #addLine(line: Line, matched: number): void {
    const tree = this.#tree;
    const lazy =
      matched < tree.path.length && tree.tip?.kind === 'paragraph' && !endsLazily(tree.tip, line);
    if (!lazy) tree.close(matched);
    const {tip} = tree;
    if (tip && isRaw(tip)) this.#addRawLine(tip, line);
    else if (line.blank) tree.extend(tree.path.findLastIndex(block => block.kind === 'quote') + 1);
    else if (tip?.kind === 'paragraph') {
      tree.undoLog.push(tip.lines, line.content);
      tree.extend();
      // Only at powers of two, because each attempt reads the whole paragraph.
      if ((tip.lines.length & (tip.lines.length - 1)) === 0) tree.takeFirmDefinitions(tip);
    } else if (tip?.kind === 'table') {
      const context = {syntax: this.#inlineSyntax, open: tree.undoLog.recording};
      const cells = splitBodyRow(line.content, tip.header.length, context);
      tree.undoLog.push(tip.rows, cells);
      tree.undoLog.set(tip, 'spare', spareAfter(tip, cells.length));
      tree.extend();
    } else this.#openParagraph(line.content, tip);
  }

  #addRawLine(block: CodeBlock | HtmlBlock | CustomBlock, line: Line): void {
    const tree = this.#tree;
    const first = block.start === tree.number;
    if (block.kind === 'custom') {
      this.#addCustomLine(block, line, first);
      return;
    }
    const [rest, marks] = extractMarks(line.rest);
    for (const mark of marks) tree.undoLog.push(block.marks, mark);
    const code = block.kind === 'code';
    if (code && block.fence && !first) {
      const inner = innerFenceAfter(block.fence, line.content);
      if (inner !== block.fence.inner) tree.undoLog.set(block.fence, 'inner', inner);
    }
    if (!code || !block.fence || !first) tree.undoLog.push(block.lines, rest);
    // A blank line at the end of indented code does not belong to the code.
    if (!line.blank || !code || block.fence) tree.extend();
    if (!code && block.closer?.test(rest)) tree.close(tree.path.length - 1);
  }

  /** Adds a line up to the end of the block. The rest of the line is a paragraph, with the marks that stand in it. */
  #addCustomLine(block: CustomBlock, line: Line, first: boolean): void {
    const tree = this.#tree;
    const [text, found] = extractMarks(line.rest);
    const end = block.syntax.end?.(text, first) ?? false;
    const length = typeof end === 'number' && end > 0 ? end : text.length;
    tree.undoLog.push(block.lines, text.slice(0, length));
    tree.extend();
    const rest = text.slice(length).trimStart();
    const marked = markedEnd(found.length > 0 ? line.rest : this.#source, rest.length);
    const [, behind] = extractMarks(marked);
    for (const mark of [...found, ...this.#marks])
      if (!behind.includes(mark)) tree.undoLog.push(block.marks, mark);
    this.#marks = [];
    if (!end) return;
    tree.close(tree.path.length - 1);
    if (rest !== '') this.#openParagraph(marked, tree.tip);
  }

  #openParagraph(content: string, parent: Block | undefined): void {
    const tree = this.#tree;
    const task = parent?.kind === 'item' && parent.children.length === 0 && TASK.exec(content);
    if (task) tree.undoLog.set(parent, 'checked', task[1] !== ' ');
    const lines = [task ? content.slice(task[0].length) : content];
    tree.open({...base('paragraph', tree.number), lines});
  }

  /** Converts the open paragraph to a heading or a table if its next line is an underline or a delimiter row. */
  #convertParagraph(paragraph: ParagraphBlock, line: Line): boolean {
    if (this.#convertToCustom(paragraph, line)) return true;
    if (line.indent > 3) return false;
    const turned = SETEXT_UNDERLINE.test(line.content)
      ? this.#convertToHeading(paragraph, line.content)
      : this.#convertToTable(paragraph, line.content);
    if (turned) line.skipAll();
    return turned;
  }

  /** The paragraph and this line become a block of an extension if a tokenizer reads all of them. */
  #convertToCustom(paragraph: ParagraphBlock, line: Line): boolean {
    if (this.#syntax.length === 0 || line.blank) return false;
    const lines = [...paragraph.lines, line.content];
    const syntax = this.#syntax.find(candidate => readsLines(candidate, lines));
    if (!syntax) return false;
    const tree = this.#tree;
    tree.dropParagraph();
    tree.open({...base('custom', paragraph.start), lines: lines.slice(0, -1), syntax});
    return true;
  }

  #convertToHeading(paragraph: ParagraphBlock, underline: string): boolean {
    const tree = this.#tree;
    tree.takeDefinitions(paragraph);
    if (paragraph.lines.length === 0 || isRuleBelow(paragraph, underline)) return false;
    const text = trimBlanks(paragraph.lines.join('\n'));
    const level = underline.startsWith('=') ? 1 : 2;
    tree.dropParagraph();
    tree.open({...base('heading', paragraph.start), end: tree.number, open: false, level, text});
    return true;
  }

  /** The last line of the paragraph becomes the header; the lines before it remain a paragraph. */
  #convertToTable(paragraph: ParagraphBlock, delimiterRow: string): boolean {
    const head = readTableHead(paragraph.lines.at(-1) ?? '', delimiterRow, this.#inlineSyntax);
    if (head) this.#openTable(paragraph, head);
    return head !== undefined;
  }

  #openTable(paragraph: ParagraphBlock, head: TableHead): void {
    const tree = this.#tree;
    tree.undoLog.pop(paragraph.lines);
    if (paragraph.lines.length === 0) tree.dropParagraph();
    const spare = spareCells(head.header.length);
    tree.open({...base('table', paragraph.end), ...head, rows: [], spare});
  }
}

/** Whether a line without the syntax of the containers of a paragraph does not continue it: models write no blank line before a table. */
function endsLazily({lines}: ParagraphBlock, {blank, content}: Line): boolean {
  return blank || (content.startsWith('|') && !lines.at(-1)?.startsWith('|'));
}

/** Whether dashes below a text are a rule: models write no blank line before it. A heading is one line, and no sentence. */
function isRuleBelow({lines}: ParagraphBlock, underline: string): boolean {
  if (!underline.startsWith('---')) return false;
  return lines.length > 1 || PROSE.some(pattern => pattern.test(lines[0] ?? ''));
}

function startBlocks(place: LinePosition): readonly Block[] | undefined {
  const {line, syntax} = place;
  if (syntax.length === 0 && line.indent < 4 && PLAIN.test(line.content)) return undefined;
  for (const start of STARTS) {
    const started = start(place);
    if (started) return started;
  }
  return undefined;
}
