import {isContainer, type Block, type DocumentBlock, type ParagraphBlock} from '../block.js';
import {trimBlanksEnd} from '../characters.js';
import {normalizeLabel, readDefinition, type Definition} from '../definitions.js';
import type {Decode} from '../destination.js';
import {UndoLog} from './undo-log.js';

const NOTE: Definition = {href: '', title: undefined, footnote: true};

/**
 * The tree of blocks and the path of open blocks. All changes go through the undo log, so that a preview can be rolled
 * back.
 */
export class BlockTree {
  readonly document: DocumentBlock = {kind: 'document', children: []};
  readonly definitions = new Map<string, Definition>();
  readonly undoLog = new UndoLog();
  /** The open blocks from the outermost to the innermost, without the document. */
  path: Block[] = [];
  /** The number of the current line. */
  number = 0;
  readonly #decode: Decode;
  /** The labels in brackets in the text so far, which may be references. */
  readonly #cited = new Set<string>();

  constructor(decode: Decode) {
    this.#decode = decode;
  }

  get tip(): Block | undefined {
    return this.path.at(-1);
  }

  /** The innermost last block, open or closed. */
  get last(): Block | undefined {
    let block = this.document.children.at(-1);
    while (block && isContainer(block) && block.children.length > 0) block = block.children.at(-1);
    return block;
  }

  /** Adds a block to the innermost open block that can contain it, and closes the blocks that cannot. */
  open(block: Block): void {
    while (this.tip && !canHold(this.tip, block)) this.close(this.path.length - 1);
    const parent = this.tip ?? this.document;
    const siblings = 'children' in parent ? parent.children : [];
    const previous = siblings.at(-1);
    if (previous && block.start > previous.end + 1) this.#loosen();
    this.undoLog.push(siblings, block);
    if (block.kind === 'footnote') this.#define(block.label, NOTE);
    if (block.open) this.path.push(block);
    else block.done = !this.undoLog.recording;
    this.extend();
  }

  /** Closes the open blocks from this depth on, innermost first. */
  close(depth: number): void {
    for (let block = this.path[this.path.length - 1]; block && this.path.length > depth;) {
      this.path.pop();
      this.#finish(block);
      block = this.path[this.path.length - 1];
    }
  }

  /** Extends the open blocks up to this depth to the current line. */
  extend(depth = this.path.length): void {
    const {path, number} = this;
    for (let at = 0; at < depth; at++) {
      const block = path[at];
      if (block && block.end !== number) this.undoLog.set(block, 'end', number);
    }
  }

  /** Reads what a line may refer to. */
  cite(line: string): void {
    if (this.undoLog.recording) return;
    for (const [, label = ''] of line.matchAll(/\[([^[\]]+)\](?!:)/g)) {
      this.#cited.add(normalizeLabel(label));
    }
  }

  /**
   * Removes the link reference definitions from the start of a paragraph, which may leave it empty. A word after a label is
   * text, and so is a file, unless the text before refers to it.
   */
  takeDefinitions(paragraph: ParagraphBlock): void {
    this.#takeDefinitions(paragraph, false);
  }

  /** Removes only the definitions that no later line can change. */
  takeFirmDefinitions(paragraph: ParagraphBlock): void {
    if (!this.undoLog.recording) this.#takeDefinitions(paragraph, true);
  }

  #takeDefinitions(paragraph: ParagraphBlock, firm: boolean): void {
    if (!paragraph.lines[0]?.startsWith('[')) return;
    const text = paragraph.lines.join('\n');
    let end = 0;
    for (;;) {
      const found = readDefinition(text, end, this.#decode);
      if (!found || (firm && !found.firm)) break;
      const {label, target} = found;
      if (target === 'word' || (target === 'file' && !this.#cited.has(label))) break;
      end = found.end;
      this.#define(label, found.definition);
    }
    if (end === 0) return;
    this.undoLog.shift(paragraph.lines, trimBlanksEnd(text.slice(0, end)).split('\n').length);
  }

  /** Removes the open paragraph from the tree. */
  dropParagraph(): void {
    this.path.pop();
    const parent = this.tip ?? this.document;
    if ('children' in parent) this.undoLog.pop(parent.children);
  }

  /** Adds a definition, except during a preview, whose line may still change. The first definition of a label wins. */
  #define(label: string, definition: Definition): void {
    if (this.undoLog.recording || this.definitions.has(label)) return;
    this.definitions.set(label, definition);
  }

  #finish(block: Block): void {
    this.undoLog.set(block, 'open', false);
    if (block.kind === 'paragraph') {
      this.takeDefinitions(block);
      if (block.lines.length === 0) {
        const parent = this.tip ?? this.document;
        if ('children' in parent) this.undoLog.pop(parent.children);
        for (const mark of block.marks) if (this.last) this.undoLog.push(this.last.marks, mark);
      }
    } else if (block.kind === 'code' && !block.fence) {
      while (/^[ \t]*$/.test(block.lines.at(-1) ?? 'none')) this.undoLog.pop(block.lines);
    }
    block.done = !this.undoLog.recording;
  }

  /** Marks the current list as loose: a blank line separates two items, or two blocks of an item. */
  #loosen(): void {
    const list = this.tip?.kind === 'item' ? this.path.at(-2) : this.tip;
    if (list?.kind === 'list' && !list.loose) this.undoLog.set(list, 'loose', true);
  }
}

function canHold(parent: Block, block: Block): boolean {
  if (parent.kind === 'list') return block.kind === 'item';
  return isContainer(parent);
}
