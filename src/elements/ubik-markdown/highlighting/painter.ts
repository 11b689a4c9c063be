import type {CodeLine} from '../markdown-rendering.js';
import {HighlightPainter} from './highlight-painter.js';
import {SpanPainter} from './span-painter.js';
import type {HighlightToken} from './tokenize.js';

/** Applies the colours of tokens to lines of code. */
export interface Painter {
  /** @param ended Whether the line is complete. */
  paint(at: number, line: CodeLine, tokens: readonly HighlightToken[], ended: boolean): void;
  /** Removes the colours from this line and all later ones. */
  clear(from: number): void;
}

/**
 * Uses the CSS Custom Highlight API, which needs no elements, or one element per token where it is missing. `undefined`
 * in an emulated DOM, which has no style sheets to add.
 */
export function createPainter(block: HTMLElement): Painter | undefined {
  if (!('adoptedStyleSheets' in block.ownerDocument)) return undefined;
  return 'highlights' in CSS ? new HighlightPainter(block) : new SpanPainter(block);
}
