import type {CodeLine} from '../markdown-rendering.js';
import {adoptColours} from './colours.js';
import type {Painter} from './painter.js';
import type {Style, HighlightToken} from './tokenize.js';

/** The highlight that contains the ranges of one style in all blocks of the page. */
function rangesOf(style: Style): Highlight {
  const name = `ubik-code-${style}`;
  let ranges = CSS.highlights.get(name);
  if (!ranges) CSS.highlights.set(name, (ranges = new Highlight()));
  return ranges;
}

/** Colours text with the CSS Custom Highlight API, without changing nodes. */
export class HighlightPainter implements Painter {
  readonly #block: HTMLElement;
  readonly #lines: (readonly [Style, StaticRange][])[] = [];

  constructor(block: HTMLElement) {
    this.#block = block;
  }

  paint(at: number, {node}: CodeLine, tokens: readonly HighlightToken[]): void {
    this.clear(at);
    adoptColours(this.#block);
    this.#lines[at] = tokens.map(({style, from, to}) => {
      const range = new StaticRange({
        startContainer: node,
        startOffset: from,
        endContainer: node,
        endOffset: to,
      });
      rangesOf(style).add(range);
      return [style, range];
    });
  }

  clear(from: number): void {
    for (const line of this.#lines.splice(from)) {
      for (const [style, range] of line) rangesOf(style).delete(range);
    }
  }
}
