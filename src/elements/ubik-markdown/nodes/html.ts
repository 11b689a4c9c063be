import type {Block} from '../../../core/markdown/block.js';
import type {BlockView, MarkdownRendering} from '../markdown-rendering.js';
import {extend} from '../extend.js';
import {purify} from '../purify.js';
import {MarksView} from './marks.js';
import {isHarmless} from '../../shared/sanitize.js';

/**
 * Length up to which growing HTML is rendered with each update. Longer HTML is rendered when it has grown by an eighth,
 * so that the total cost stays linear.
 */
const THROTTLE_LENGTH = 4096;

/** A block of HTML: rendered if all of it is allowed, else displayed as text. */
export class HtmlView implements BlockView {
  readonly node = document.createElement('div');
  readonly #rendering: MarkdownRendering;
  readonly #content = document.createElement('div');
  readonly #marks: MarksView;
  #source: string | undefined;
  #next = 0;

  constructor(rendering: MarkdownRendering) {
    this.#rendering = rendering;
    this.#marks = new MarksView(this.node, rendering);
    this.node.append(this.#content);
  }

  show(block: Block): boolean {
    if (block.kind !== 'html') return false;
    const source = block.lines.join('\n');
    if (source !== this.#source && (block.done || source.length >= this.#next)) {
      this.#source = source;
      this.#next = source.length < THROTTLE_LENGTH ? 0 : source.length * 1.125;
      this.#render(source);
    }
    this.#marks.show(block.marks);
    if (block.done) extend(this.#content, 'html', block, this.#rendering);
    return true;
  }

  #render(source: string): void {
    const harmless = isHarmless(source, this.#rendering.rawHtml);
    this.#content.className = harmless ? 'html' : 'source';
    if (harmless) this.#content.replaceChildren(purify(source, this.#rendering, 'text'));
    else this.#content.textContent = source;
  }
}
