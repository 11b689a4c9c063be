import type {CodeLine} from '../markdown-rendering.js';
import {adoptColours} from './colours.js';
import type {Painter} from './painter.js';
import type {HighlightToken} from './tokenize.js';

interface Painted {
  readonly node: Text;
  readonly replacement: HTMLElement;
}

/** Replaces the text node of each complete line by an element with coloured tokens, until it is cleared. */
export class SpanPainter implements Painter {
  readonly #block: HTMLElement;
  readonly #lines: (Painted | undefined)[] = [];

  constructor(block: HTMLElement) {
    this.#block = block;
  }

  paint(
    at: number,
    {node, text}: CodeLine,
    tokens: readonly HighlightToken[],
    ended: boolean,
  ): void {
    this.clear(at);
    if (!ended || tokens.length === 0) return;
    adoptColours(this.#block);
    const stand = document.createElement('span');
    let end = 0;
    for (const {style, from, to} of tokens) {
      const word = document.createElement('span');
      word.className = `token-${style}`;
      word.textContent = text.slice(from, to);
      stand.append(text.slice(end, from), word);
      end = to;
    }
    stand.append(text.slice(end));
    node.replaceWith(stand);
    this.#lines[at] = {node, replacement: stand};
  }

  clear(from: number): void {
    for (const line of this.#lines.splice(from)) line?.replacement.replaceWith(line.node);
  }
}
