import {type Block, isContainer} from '../../src/core/markdown/block.js';
import {trimBlanksEnd} from '../../src/core/markdown/characters.js';
import {parseInline} from '../../src/core/markdown/inline-parser.js';
import {MarkdownDocument} from '../../src/core/markdown/markdown-document.js';
import {appendDelta, type TextDelta} from '../../src/core/model/growth.js';
import {StablePrefix} from '../../src/elements/ubik-markdown/nodes/stable-prefix.js';
import type {Budget} from './budget.js';
import {piecesOf, textOf} from './markdown-text.js';
import {ratioOf} from './rounds.js';
import {writtenTexts} from './samples.js';
import {median} from './statistics.js';

/** Chunks per update: those of an animation frame at 2,000 a second. */
const PIECES_A_FRAME = 33;
/** Each text is repeated to at least this length, so that a measurement takes several milliseconds. */
const LENGTH = 50_000;

const decode = (): undefined => undefined;

/**
 * Reads a growing text as the element does, without its nodes: blocks that are final are skipped, and the text of a growing
 * block is parsed from its stable part on.
 */
class Reader {
  readonly #document = new MarkdownDocument(decode);
  readonly #prefixes = new WeakMap<Block, StablePrefix>();
  readonly #settled = new WeakMap<readonly Block[], number>();
  readonly #rows = new WeakMap<Block, number>();

  update(text: string, streaming: boolean, growth?: TextDelta): void {
    this.#document.update(text, [], streaming, growth);
    this.#readAll(this.#document.blocks, streaming);
  }

  #readAll(blocks: readonly Block[], streaming: boolean): void {
    let settled = this.#settled.get(blocks) ?? 0;
    for (let at = settled; at < blocks.length; at++) {
      const block = blocks[at];
      if (!block) continue;
      this.#read(block, streaming);
      if (block.done && at === settled) settled++;
    }
    this.#settled.set(blocks, settled);
  }

  #read(block: Block, streaming: boolean): void {
    if (isContainer(block)) this.#readAll(block.children, streaming);
    else if (block.kind === 'paragraph')
      this.#readText(block, trimBlanksEnd(block.lines.join('\n')), streaming);
    else if (block.kind === 'heading') this.#readText(block, block.text, streaming);
    else if (block.kind === 'table') this.#readRows(block, streaming);
  }

  #readText(block: Block, text: string, streaming: boolean): void {
    const known = this.#prefixes.get(block) ?? new StablePrefix();
    this.#prefixes.set(block, known);
    if (!known.isPrefixOf(text)) known.reset();
    known.read(text, this.#document.context, streaming && !block.done);
  }

  /** In a known table only the last row can have been a preview. */
  #readRows(block: Extract<Block, {kind: 'table'}>, streaming: boolean): void {
    const rows = [block.header, ...block.rows];
    const from = Math.max(0, (this.#rows.get(block) ?? 0) - 1);
    for (const cells of rows.slice(from)) {
      for (const cell of cells) parseInline(cell, this.#document.context, streaming && !block.done);
    }
    this.#rows.set(block, rows.length);
  }
}

function readWhole(text: string): void {
  new Reader().update(text, false);
}

function readInPieces(text: string, atOnce: number): void {
  const reader = new Reader();
  let growth: TextDelta | undefined;
  let known = '';
  let count = 0;
  for (const piece of piecesOf(text)) {
    growth = appendDelta(growth, known, piece);
    known = growth.after;
    if (++count % atOnce !== 0) continue;
    reader.update(known, true, growth);
    growth = undefined;
  }
  reader.update(text, false, growth);
}

/** Reads texts in pieces, and compares with reading each of them at once. */
export function benchReading(): readonly Budget[] {
  const texts = [textOf('mixed', 2 * LENGTH), ...writtenTexts()].map(text =>
    text.repeat(Math.ceil(LENGTH / text.length)),
  );
  const ratiosAt = (atOnce: number, some: readonly string[]): readonly number[] =>
    some.map(text =>
      ratioOf(
        () => readInPieces(text, atOnce),
        () => readWhole(text),
        5,
      ),
    );
  const ratios = ratiosAt(PIECES_A_FRAME, texts);
  const each = ratiosAt(1, texts.slice(0, 3));
  console.log(
    `reading: ${texts.length} texts, ${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)} times one read; each chunk by itself ${median(each).toFixed(2)} times`,
  );
  return [
    {
      what: '× one read of the whole text, reading it frame by frame, median of all texts',
      figure: median(ratios),
      most: 5,
      target: 1.2,
    },
  ];
}
