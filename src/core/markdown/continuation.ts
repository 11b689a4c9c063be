import type {Block, CodeBlock, Fence} from './block.js';
import {trimBlanksEnd} from './characters.js';
import type {Line} from './line.js';

/** Whether an open block continues in a line; `ends` if the line belongs to the block and closes it. */
export type Continuation = 'goes on' | 'ends' | 'is over';

/** Matches a line with an open block and skips the part of the line that belongs to the block's syntax. */
export function continueBlock(block: Block, line: Line): Continuation {
  switch (block.kind) {
    case 'list':
      return 'goes on';
    case 'quote':
      if (line.indent > 3 || !line.content.startsWith('>')) return 'is over';
      line.skipIndent();
      line.skip(1);
      line.skipColumns(1);
      return 'goes on';
    case 'item':
    case 'footnote': {
      const indent = block.kind === 'item' ? block.indent : 4;
      if (line.blank ? block.children.length === 0 : line.indent < indent) return 'is over';
      line.skipColumns(indent);
      return 'goes on';
    }
    case 'code':
      return continueCode(block, line);
    case 'html':
      return line.blank && !block.closer ? 'is over' : 'goes on';
    case 'custom':
      return line.blank && !block.syntax.end ? 'is over' : 'goes on';
    case 'paragraph':
      return line.blank ? 'is over' : 'goes on';
    case 'table':
      return line.blank || block.spare < 0 ? 'is over' : 'goes on';
    case 'heading':
    case 'rule':
      return 'is over';
  }
}

function continueCode({fence}: CodeBlock, line: Line): Continuation {
  if (!fence) {
    if (line.indent < 4 && !line.blank) return 'is over';
    line.skipColumns(4);
    return 'goes on';
  }
  if (line.indent < 4 && closes(fence, line.content)) return 'ends';
  line.skipColumns(Math.min(fence.indent, line.indent));
  return 'goes on';
}

function closes({character, length}: Fence, content: string): boolean {
  if (!content.startsWith(character.repeat(length))) return false;
  const run = trimBlanksEnd(content);
  return run === character.repeat(run.length);
}
