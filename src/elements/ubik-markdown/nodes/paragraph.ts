import type {Block} from '../../../core/markdown/block.js';
import {trimBlanksEnd} from '../../../core/markdown/characters.js';
import type {BlockView, MarkdownRendering} from '../markdown-rendering.js';
import {InlineView} from './inline.js';
import {ParagraphChunks} from './paragraph-chunks.js';
import {keepSelection} from '../../shared/input/selection.js';

function createChunk(): HTMLElement {
  const chunk = document.createElement('span');
  chunk.className = 'lines';
  return chunk;
}

/** A paragraph; in a tight list only its text. A very long one is rendered in chunks. */
export class ParagraphView implements BlockView {
  node: HTMLElement;
  readonly #rendering: MarkdownRendering;
  readonly #content: InlineView;
  readonly #chunks = new ParagraphChunks();
  /** The element of the first chunk, if there are several. */
  #firstChunk: HTMLElement | undefined;
  readonly #moreChunks: {readonly node: HTMLElement; readonly content: InlineView}[] = [];
  #loose: boolean;

  constructor(loose: boolean, rendering: MarkdownRendering) {
    this.#rendering = rendering;
    this.#loose = loose;
    this.node = document.createElement(loose ? 'p' : 'span');
    this.#content = new InlineView(this.node, rendering);
  }

  show(block: Block, loose: boolean): boolean {
    if (block.kind !== 'paragraph') return false;
    if (loose !== this.#loose) this.#setLoose(loose);
    const open = this.#rendering.streaming && !block.done;
    if (block.inlines) {
      this.#content.show(block.inlines, open, block.marks);
      return true;
    }
    const chunks = this.#chunks.split(trimBlanksEnd(block.lines.join('\n')));
    const last = chunks.length - 1;
    for (const {node} of this.#moreChunks.splice(last)) node.remove();
    if (last > 0 !== Boolean(this.#firstChunk)) this.#setChunked(last > 0);
    for (const [at, chunk] of chunks.entries()) {
      this.#chunkView(at).show(chunk, open && at === last, at === last ? block.marks : []);
    }
    return true;
  }

  #chunkView(at: number): InlineView {
    const known = at === 0 ? this.#content : this.#moreChunks[at - 1]?.content;
    if (known) return known;
    const node = createChunk();
    const content = new InlineView(node, this.#rendering);
    this.#moreChunks.push({node, content});
    this.node.append(node);
    return content;
  }

  /** Moves the nodes of the first chunk into an element of their own, or out of it. */
  #setChunked(several: boolean): void {
    keepSelection(this.node, () => {
      const box = several ? createChunk() : undefined;
      this.#content.moveTo(box ?? this.node);
      this.#firstChunk?.remove();
      if (box) this.node.append(box);
      this.#firstChunk = box;
    });
  }

  /** Moves the text to another element when its list becomes loose. The list restores the selection. */
  #setLoose(loose: boolean): void {
    const old = this.node;
    this.#loose = loose;
    this.node = document.createElement(loose ? 'p' : 'span');
    if (this.#firstChunk) this.node.append(...old.childNodes);
    else this.#content.moveTo(this.node);
    old.replaceWith(this.node);
  }
}
