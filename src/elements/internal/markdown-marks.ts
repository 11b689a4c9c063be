import type {Drawing} from './markdown-drawing.js';
import {InlineView} from './markdown-inline.js';

/** The citations of a block that cannot hold them: behind it. */
export class MarksView {
  readonly #block: Element;
  readonly #drawing: Drawing;
  #content: InlineView | undefined;

  constructor(block: Element, drawing: Drawing) {
    this.#block = block;
    this.#drawing = drawing;
  }

  show(marks: readonly number[]): void {
    if (marks.length === 0 && !this.#content) return;
    this.#content ??= this.#create();
    this.#content.show('', false, marks);
  }

  #create(): InlineView {
    const place = document.createElement('div');
    this.#block.append(place);
    return new InlineView(place, this.#drawing);
  }
}
