import type {Block, HtmlBlock} from '../../../core/markdown/block.js';
import {guessMarkup} from '../../../core/markdown/html.js';
import type {BlockView, MarkdownRendering} from '../markdown-rendering.js';
import {extend} from '../extend.js';
import {purify} from '../purify.js';
import {MarksView} from './marks.js';
import {isHarmless} from '../../shared/html/sanitize.js';

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
  /** The text that was rendered; `undefined` if an extension has rendered the block. */
  #text: string | undefined;
  #next = 0;

  constructor(rendering: MarkdownRendering) {
    this.#rendering = rendering;
    this.#marks = new MarksView(this.node, rendering);
    this.node.append(this.#content);
  }

  show(block: Block): boolean {
    if (block.kind !== 'html') return false;
    const source = this.#sourceOf(block);
    const isNew = source !== this.#source && (block.done || source.length >= this.#next);
    if (isNew || this.#isDamaged) {
      this.#source = source;
      this.#next = source.length < THROTTLE_LENGTH ? 0 : source.length * 1.125;
      this.#render(source);
    }
    this.#marks.show(block.marks);
    if (block.done && extend(this.#content, 'html', block, this.#rendering)) this.#text = undefined;
    return true;
  }

  /** The lines. Of a growing block without the unfinished tag at its end, whose name is not known yet. */
  #sourceOf({lines, done}: HtmlBlock): string {
    const source = lines.join('\n');
    const at = done || !this.#rendering.streaming ? -1 : source.lastIndexOf('<');
    return at >= 0 && guessMarkup(source.slice(at)) === 'tag' ? source.slice(0, at) : source;
  }

  /** Whether a translator or a script of the page has changed the text, which is compared once at its end. */
  get #isDamaged(): boolean {
    const {verifying} = this.#rendering;
    return verifying && this.#text !== undefined && textOf(this.#content) !== this.#text;
  }

  #render(source: string): void {
    const harmless = isHarmless(source, this.#rendering.rawHtml);
    this.#content.className = harmless ? 'html' : 'source';
    if (harmless) this.#content.replaceChildren(purify(source, this.#rendering, 'text'));
    else this.#content.textContent = source;
    this.#text = textOf(this.#content);
  }
}

/** The text of an element without its buttons: the user may have loaded the picture of one. */
function textOf(element: Element): string {
  return [...element.childNodes]
    .map(node => {
      if (!(node instanceof Element)) return node.nodeValue ?? '';
      return node.localName === 'button' ? '' : textOf(node);
    })
    .join('');
}
