import type {Block, CodeBlock, CustomBlock, Fence, InnerFence} from '../block.js';
import {trimBlanksEnd} from '../characters.js';
import type {Line} from './line.js';
import {delimiterOf} from './starts.js';
import {readsLines} from '../syntax.js';

/** Whether an open block continues in a line; `ends` if the line belongs to the block and closes it. */
export type Continuation = 'continues' | 'ends' | 'no match';

/** Matches a line with an open block and skips the part of the line that belongs to the block's syntax. */
export function continueBlock(block: Block, line: Line): Continuation {
  switch (block.kind) {
    case 'list':
      return 'continues';
    case 'quote':
      if (line.indent > 3 || !line.content.startsWith('>')) return 'no match';
      line.skipIndent();
      line.skip(1);
      line.skipColumns(1);
      return 'continues';
    case 'item':
    case 'footnote': {
      const indent = block.kind === 'item' ? block.indent : 4;
      if (line.blank ? block.children.length === 0 : line.indent < indent) return 'no match';
      line.skipColumns(indent);
      return 'continues';
    }
    case 'code':
      return continueCode(block, line);
    case 'html':
      return line.blank && !block.closer ? 'no match' : 'continues';
    case 'custom':
      return endsBefore(block, line) ? 'no match' : 'continues';
    case 'paragraph':
      return line.blank ? 'no match' : 'continues';
    case 'table':
      return line.blank || block.spare < 0 ? 'no match' : 'continues';
    case 'heading':
    case 'rule':
      return 'no match';
  }
}

/**
 * The value of `unindented` if the block at this place is an item of a list whose fenced code continues in a line that has not
 * the indentation of the item. Models indent the fences and not the code, or not the closing fence. In CommonMark such a line ends
 * the item, and the closing fence opens another one, which contains the rest of the answer. The next item of the list ends the
 * code, unless the code began like one.
 */
export function unindentedCode(
  path: readonly Block[],
  at: number,
  line: Line,
): Fence['unindented'] {
  const [list, item, code] = [path[at - 1], path[at], path.at(-1)];
  if (list?.kind !== 'list' || item?.kind !== 'item' || code?.kind !== 'code') return undefined;
  const {fence, lines} = code;
  const unindented = fence?.unindented;
  if (!fence || line.blank || line.indent >= item.indent) return unindented;
  const delimiter = delimiterOf(line.content);
  if (unindented) {
    const endsCode = delimiter === list.delimiter && delimiter !== unindented.delimiter;
    return endsCode ? undefined : unindented;
  }
  const isFirst = lines.every(text => text.trim() === '');
  return isFirst || closes(fence, line.content) ? {delimiter} : undefined;
}

/** Whether a block of an extension ends before a line. */
function endsBefore({syntax, lines}: CustomBlock, line: Line): boolean {
  if (syntax.end) return syntax.endsBefore?.(line.rest, lines) ?? false;
  return line.blank || (readsLines(syntax, lines) && !readsLines(syntax, [...lines, line.rest]));
}

function continueCode({fence}: CodeBlock, line: Line): Continuation {
  if (!fence) {
    if (line.indent < 4 && !line.blank) return 'no match';
    line.skipColumns(4);
    return 'continues';
  }
  const {inner, unindented} = fence;
  if ((unindented || line.indent < 4) && !inner && closes(fence, line.content)) return 'ends';
  if (!unindented) line.skipColumns(Math.min(fence.indent, line.indent));
  return 'continues';
}

function closes({character, length}: InnerFence, content: string): boolean {
  if (!content.startsWith(character.repeat(length))) return false;
  const run = trimBlanksEnd(content);
  return run === character.repeat(run.length);
}

const MARKDOWN = /^(?:markdown|md|mdx)(?!\S)/i;
/** The greatest number of documents inside each other; a model that repeats itself opens one in each line. */
const MAX_INNER_FENCES = 8;
const INNER_FENCE = /^(`{3,}(?=[^`]*$)|~{3,})[ \t]*([^ \t].*)/;

/**
 * The fence that is open inside of a fenced block after this line. Models put Markdown documents in a fence of the same length
 * as the fences of the document, which a fence with an info string makes certain. Such a document may contain another one.
 */
export function innerFenceAfter(
  fence: InnerFence,
  content: string,
  depth = 0,
): InnerFence | undefined {
  const {character, info, inner} = fence;
  if (inner) {
    const innermost = innerFenceAfter(inner, content, depth + 1);
    if (innermost !== inner.inner) return {...inner, inner: innermost};
    return !innermost && closes(inner, content) ? undefined : inner;
  }
  if (depth === MAX_INNER_FENCES) return undefined;
  const [, run, infoString = ''] = INNER_FENCE.exec(content) ?? [];
  if (!run?.startsWith(character) || !MARKDOWN.test(info)) return undefined;
  return {character, length: run.length, info: infoString};
}
