import type {Block} from '../../../core/markdown/block.js';
import type {BlockView, Drawing} from '../markdown-rendering.js';
import {extend, purify} from '../extend.js';
import {MarksView} from './marks.js';
import {isHarmless} from '../../shared/sanitize.js';

/** Below this, HTML that grows is drawn each time; above, when it has grown by an eighth, so that the cost stays linear. */
const SMALL = 4096;

/** HTML of the text, where the gate lets it through whole; else as the text that it is. */
export class HtmlView implements BlockView {
  readonly node = document.createElement('div');
  readonly #drawing: Drawing;
  readonly #content = document.createElement('div');
  readonly #marks: MarksView;
  #source: string | undefined;
  #next = 0;

  constructor(drawing: Drawing) {
    this.#drawing = drawing;
    this.#marks = new MarksView(this.node, drawing);
    this.node.append(this.#content);
  }

  show(block: Block): boolean {
    if (block.kind !== 'html') return false;
    const source = block.lines.join('\n');
    if (source !== this.#source && (block.done || source.length >= this.#next)) {
      this.#source = source;
      this.#next = source.length < SMALL ? 0 : source.length * 1.125;
      this.#draw(source);
    }
    this.#marks.show(block.marks);
    if (block.done) extend(this.#content, 'html', block, this.#drawing);
    return true;
  }

  #draw(source: string): void {
    const harmless = isHarmless(source, this.#drawing.rawHtml);
    this.#content.className = harmless ? 'html' : 'source';
    if (harmless) this.#content.replaceChildren(purify(source, this.#drawing));
    else this.#content.textContent = source;
  }
}
