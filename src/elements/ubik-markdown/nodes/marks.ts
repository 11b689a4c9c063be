import type {MarkdownRendering} from '../markdown-rendering.js';
import {InlineView} from './inline.js';

/** The citations of a block that cannot contain them, rendered after it. */
export class MarksView {
  readonly #block: Element;
  readonly #rendering: MarkdownRendering;
  #container: HTMLElement | undefined;
  #content: InlineView | undefined;

  constructor(block: Element, rendering: MarkdownRendering) {
    this.#block = block;
    this.#rendering = rendering;
  }

  show(marks: readonly number[]): void {
    if (marks.length === 0) this.#container?.remove();
    else {
      this.#container ??= document.createElement('div');
      this.#content ??= new InlineView(this.#container, this.#rendering);
      this.#content.show('', false, marks);
      if (!this.#container.parentNode) this.#block.append(this.#container);
    }
  }
}
