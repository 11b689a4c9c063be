import type {Block} from '../../../core/markdown/block.js';
import {trimBlanksEnd} from '../../../core/markdown/characters.js';
import type {BlockView, Drawing} from '../markdown-rendering.js';
import {InlineView} from './inline.js';
import {ParagraphChunks} from './paragraph-chunks.js';
import {keepPlace} from '../../shared/selection.js';

/** So many nodes in a paragraph are more than a person writes. */
const MANY = 512;

/** A box for some of the words. */
function createPart(): HTMLElement {
  const part = document.createElement('span');
  part.className = 'lines';
  return part;
}

/** A paragraph; in a list without blank lines, its words only. One that is very long is drawn in parts. */
export class ParagraphView implements BlockView {
  node: HTMLElement;
  readonly #drawing: Drawing;
  readonly #content: InlineView;
  readonly #parts = new ParagraphChunks();
  /** Where the first part stands, if there are several. */
  #first: HTMLElement | undefined;
  readonly #others: {readonly node: HTMLElement; readonly content: InlineView}[] = [];
  #loose: boolean;
  #holdsDirection = false;

  constructor(loose: boolean, drawing: Drawing) {
    this.#drawing = drawing;
    this.#loose = loose;
    this.node = document.createElement(loose ? 'p' : 'span');
    this.#content = new InlineView(this.node, drawing);
  }

  show(block: Block, loose: boolean): boolean {
    if (block.kind !== 'paragraph') return false;
    if (loose !== this.#loose) this.#turn(loose);
    const open = this.#drawing.streaming && !block.done;
    const parts = this.#parts.of(trimBlanksEnd(block.lines.join('\n')));
    const last = parts.length - 1;
    for (const {node} of this.#others.splice(last)) node.remove();
    if (last > 0 !== Boolean(this.#first)) this.#divide(last > 0);
    for (const [at, part] of parts.entries()) {
      this.#part(at).show(part, open && at === last, at === last ? block.marks : []);
    }
    this.#holdDirection(open);
    return true;
  }

  /**
   * While a paragraph of many nodes grows, its direction stays what it is: with `auto` the browser looks for the first
   * letter at each node that is added, and where there is none, through all the nodes.
   */
  #holdDirection(open: boolean): void {
    const {node} = this;
    if (!open && this.#holdsDirection) {
      this.#holdsDirection = false;
      node.dir = 'auto';
    } else if (open && node.dir === 'auto' && (this.#first ?? node).childNodes.length > MANY) {
      this.#holdsDirection = true;
      node.dir = getComputedStyle(node).direction;
    }
  }

  #part(at: number): InlineView {
    const known = at === 0 ? this.#content : this.#others[at - 1]?.content;
    if (known) return known;
    const node = createPart();
    const content = new InlineView(node, this.#drawing);
    this.#others.push({node, content});
    this.node.append(node);
    return content;
  }

  /** The first words get a box of their own, or come out of it. */
  #divide(several: boolean): void {
    keepPlace(this.node, () => {
      const box = several ? createPart() : undefined;
      this.#content.moveTo(box ?? this.node);
      this.#first?.remove();
      if (box) this.node.append(box);
      this.#first = box;
    });
  }

  /** The list turned loose: the same words in another element. What is selected there, the list keeps. */
  #turn(loose: boolean): void {
    const old = this.node;
    this.#loose = loose;
    this.node = document.createElement(loose ? 'p' : 'span');
    if (this.#first) this.node.append(...old.childNodes);
    else this.#content.moveTo(this.node);
    old.replaceWith(this.node);
  }
}
