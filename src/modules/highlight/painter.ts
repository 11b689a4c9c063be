import type {CodeLine} from '../../elements/ubik-markdown/markdown-rendering.js';
import {HighlightPainter} from './highlight-painter.js';
import {SpanPainter} from './span-painter.js';
import type {HighlightToken} from './tokenize.js';

/** Gives the words of lines their colours. */
export interface Painter {
  /** @param ended Whether nothing more will come of the line. */
  paint(at: number, line: CodeLine, tokens: readonly HighlightToken[], ended: boolean): void;
  /** Takes the colours from this line and from all behind it. */
  clear(from: number): void;
}

/** By the browser's own highlights, which need no element; where it has none, by an element for each word. */
export function createPainter(block: HTMLElement): Painter {
  return 'highlights' in CSS ? new HighlightPainter(block) : new SpanPainter(block);
}
