import type {Drawing} from '../markdown-rendering.js';
import {InlineView} from './inline.js';

/** The citations of a block that cannot hold them: behind it. */
export class MarksView {
  readonly #block: Element;
  readonly #drawing: Drawing;
  #place: HTMLElement | undefined;
  #content: InlineView | undefined;

  constructor(block: Element, drawing: Drawing) {
    this.#block = block;
    this.#drawing = drawing;
  }

  show(marks: readonly number[]): void {
    if (marks.length === 0) this.#place?.remove();
    else {
      this.#place ??= document.createElement('div');
      this.#content ??= new InlineView(this.#place, this.#drawing);
      this.#content.show('', false, marks);
      if (!this.#place.parentNode) this.#block.append(this.#place);
    }
  }
}
