import type {CodeLine} from '../markdown-rendering.js';
import {adoptColours} from './colours.js';
import type {Painter} from './painter.js';
import type {Style, HighlightToken} from './tokenize.js';

type Coloured = readonly (readonly [Style, StaticRange])[];

/** The highlight that contains the ranges of one style in all blocks of the page. */
function rangesOf(style: Style): Highlight {
  const name = `ubik-code-${style}`;
  let ranges = CSS.highlights.get(name);
  if (!ranges) CSS.highlights.set(name, (ranges = new Highlight()));
  return ranges;
}

const painters = new WeakMap<Element, HighlightPainter>();

let observer: IntersectionObserver | undefined;

/** Observes which blocks are in view. */
function observe(block: Element, painter: HighlightPainter): void {
  painters.set(block, painter);
  observer ??= new IntersectionObserver(entries => {
    for (const {target, isIntersecting} of entries) painters.get(target)?.show(isIntersecting);
  });
  observer.observe(block);
}

/**
 * Colours text with the CSS Custom Highlight API, without changing nodes. Only blocks in view have ranges: a browser goes
 * through all ranges of the page when one of them changes, so that each line would cost as much as all code above it.
 */
export class HighlightPainter implements Painter {
  readonly #block: HTMLElement;
  readonly #lines: Coloured[] = [];
  #isShown = true;

  constructor(block: HTMLElement) {
    this.#block = block;
    observe(block, this);
  }

  paint(at: number, {node}: CodeLine, tokens: readonly HighlightToken[]): void {
    this.clear(at);
    adoptColours(this.#block);
    const line: Coloured = tokens.map(({style, from, to}) => [
      style,
      new StaticRange({
        startContainer: node,
        startOffset: from,
        endContainer: node,
        endOffset: to,
      }),
    ]);
    this.#lines[at] = line;
    if (this.#isShown) this.#add(line);
  }

  clear(from: number): void {
    for (const line of this.#lines.splice(from)) this.#remove(line);
  }

  /** Adds the ranges of a block that has come into view, or removes those of one that has left it. */
  show(isShown: boolean): void {
    if (isShown === this.#isShown) return;
    this.#isShown = isShown;
    for (const line of this.#lines) {
      if (isShown) this.#add(line);
      else this.#remove(line);
    }
  }

  #add(line: Coloured): void {
    for (const [style, range] of line) rangesOf(style).add(range);
  }

  #remove(line: Coloured): void {
    for (const [style, range] of line) rangesOf(style).delete(range);
  }
}
