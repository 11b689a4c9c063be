import assert from 'node:assert/strict';
import {it} from 'node:test';
import {isContainer, type Block} from '../../../src/core/markdown/block.js';
import {MarkdownDocument} from '../../../src/core/markdown/markdown-document.js';
import type {MarkdownSyntax} from '../../../src/core/markdown/syntax.js';
import {decode, documentToHtml} from './to-html.js';

/** The rendered blocks of a text. */
export type BlockCases = Readonly<Record<string, readonly [markdown: string, html: string]>>;

/** A test for each case: the result of the whole text, which is the same wherever the text is cut. */
export function readAll(cases: BlockCases, syntax: readonly MarkdownSyntax[] = []): void {
  for (const [title, [markdown, html]] of Object.entries(cases)) {
    it(title, () => {
      assert.equal(documentToHtml(read([markdown], syntax)), html);
      assertStreams(markdown, syntax);
    });
  }
}

/** The blocks of a text that arrived in these chunks. */
export function read(
  pieces: readonly string[],
  syntax: readonly MarkdownSyntax[] = [],
): MarkdownDocument {
  const document = new MarkdownDocument(decode, syntax);
  let text = '';
  for (const piece of pieces) document.update((text += piece), [], true);
  document.update(text, [], false);
  return document;
}

/** A text has the same result in two chunks and in single characters, and finished blocks remain. */
function assertStreams(text: string, syntax: readonly MarkdownSyntax[] = []): void {
  const whole = outline(read([text], syntax).blocks);
  for (let at = 1; at < text.length; at++) {
    const pieces = [text.slice(0, at), text.slice(at)];
    assert.equal(outline(read(pieces, syntax).blocks), whole, `cut at ${String(at)}`);
  }
  const document = new MarkdownDocument(decode, syntax);
  const settled = new Map<Block, string>();
  for (let end = 1; end <= text.length; end++) {
    document.update(text.slice(0, end), [], true);
    const present = new Set(all(document.blocks));
    for (const [block, before] of settled) {
      assert.ok(present.has(block), `a settled block is gone at ${String(end)}`);
      assert.equal(outline([block]), before, `a settled block changed at ${String(end)}`);
    }
    for (const block of present) {
      assert.ok(!block.done || !block.open, `${block.kind} is settled, but open`);
      if (block.done) settled.set(block, outline([block]));
    }
  }
  document.update(text, [], false);
  assert.equal(outline(document.blocks), whole, 'one character at a time');
}

function* all(blocks: readonly Block[]): Generator<Block> {
  for (const block of blocks) {
    yield block;
    if (isContainer(block)) yield* all(block.children);
  }
}

/** The structure of blocks in a line: kind, line range and children of each. */
export function outline(blocks: readonly Block[]): string {
  return blocks
    .map(block => {
      const lines =
        block.start === block.end
          ? String(block.start)
          : `${String(block.start)}-${String(block.end)}`;
      return `${nameOf(block)}@${lines}${bodyOf(block)}`;
    })
    .join(' ');
}

function nameOf(block: Block): string {
  switch (block.kind) {
    case 'list': {
      const start = block.first === undefined ? '' : String(block.first);
      return `${block.loose ? 'loose' : 'tight'}${start}${block.delimiter}`;
    }
    case 'item':
      return block.checked === undefined ? 'item' : `task[${block.checked ? 'x' : ' '}]`;
    case 'heading':
      return `h${String(block.level)}`;
    case 'code':
      return block.fence ? `fence{${block.fence.info}}` : 'code';
    case 'footnote':
      return `note{${block.label}}`;
    default:
      return block.kind;
  }
}

function bodyOf(block: Block): string {
  if (isContainer(block)) return `(${outline(block.children)})`;
  switch (block.kind) {
    case 'rule':
      return '';
    case 'heading':
      return JSON.stringify(block.text);
    case 'table':
      return JSON.stringify([block.header, ...block.rows]);
    default:
      return JSON.stringify(block.lines.join('\n'));
  }
}
