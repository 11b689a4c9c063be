import type {CodeLine} from '../markdown-rendering.js';
import {hasHighlights} from './colours.js';
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

/** `undefined` in an emulated DOM, which has no style sheets to add. */
export const createPainter = (block: HTMLElement): Painter | undefined =>
  'adoptedStyleSheets' in block.ownerDocument ? new PlacedPainter(block) : undefined;

/**
 * Uses the CSS Custom Highlight API, which needs no elements, or one element per token where it is missing. Chooses with
 * the first colours, because a new block is not in its document yet.
 */
class PlacedPainter implements Painter {
  readonly #block: HTMLElement;
  #painter: Painter | undefined;

  constructor(block: HTMLElement) {
    this.#block = block;
  }

  paint(...line: Parameters<Painter['paint']>): void {
    const Painting = hasHighlights(this.#block.ownerDocument) ? HighlightPainter : SpanPainter;
    this.#painter ??= new Painting(this.#block);
    this.#painter.paint(...line);
  }

  clear(from: number): void {
    this.#painter?.clear(from);
  }
}
