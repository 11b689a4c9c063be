import type {Block} from '../../core/markdown/block.js';
import type {MarkdownDocument} from '../../core/markdown/markdown-document.js';
import {BlockList} from './markdown-block-list.js';
import {CodeView} from './markdown-code.js';
import {ItemView, ListView, QuoteView} from './markdown-containers.js';
import {References, type BlockView, type Drawing} from './markdown-drawing.js';
import {HtmlView} from './markdown-html.js';
import {TableView} from './markdown-table.js';
import {HeadingView, ParagraphView, RuleView} from './markdown-text.js';

/** Blocks in a section: what is finished and out of sight then costs nothing, and what grows is laid out alone. */
const SECTION = 24;

/** What the element that shows a text decides about it. */
export type DrawingSettings = Omit<Drawing, 'context' | 'references' | 'createView'>;

/** Shows the blocks of a text, in sections. */
export class MarkdownView {
  readonly #container: Element;
  readonly #drawing: Drawing;
  readonly #sections: HTMLElement[] = [];
  readonly #blocks: BlockList;
  #finished = 0;

  constructor(container: Element, document: MarkdownDocument, settings: DrawingSettings) {
    this.#container = container;
    this.#drawing = {
      ...settings,
      context: document.context,
      references: new References(),
      createView: (block, loose) => createView(block, loose, this.#drawing),
    };
    this.#blocks = new BlockList(this.#drawing, (node, index) => {
      this.#section(Math.floor(index / SECTION)).append(node);
    });
  }

  show(document: MarkdownDocument, settings: DrawingSettings): void {
    const {context, blocks} = document;
    const {references} = this.#drawing;
    if (context.definitions !== this.#drawing.context.definitions) references.forget();
    Object.assign(this.#drawing, settings, {context});
    this.#blocks.show(blocks);
    references.resolve(context.definitions);
    const needed = Math.ceil(blocks.length / SECTION);
    for (const section of this.#sections.splice(needed)) section.remove();
    this.#finish(Math.floor(this.#blocks.settled / SECTION));
  }

  #finish(finished: number): void {
    for (let index = Math.min(finished, this.#finished); index < this.#sections.length; index++) {
      if (index >= Math.max(finished, this.#finished)) break;
      this.#sections[index]?.classList.toggle('finished', index < finished);
    }
    this.#finished = finished;
  }

  #section(index: number): HTMLElement {
    const known = this.#sections[index];
    if (known) return known;
    const section = document.createElement('div');
    section.className = 'section';
    this.#sections.push(section);
    this.#container.append(section);
    return section;
  }
}

/** The view of a block, of its kind. */
export function createView(block: Block, loose: boolean, drawing: Drawing): BlockView {
  switch (block.kind) {
    case 'quote':
      return new QuoteView(drawing);
    case 'list':
      return new ListView(block, drawing);
    case 'item':
      return new ItemView(drawing);
    case 'paragraph':
      return new ParagraphView(loose, drawing);
    case 'heading':
      return new HeadingView(block, drawing);
    case 'code':
      return new CodeView(drawing);
    case 'html':
      return new HtmlView(drawing);
    case 'table':
      return new TableView(block, drawing);
    case 'rule':
      return new RuleView();
  }
}
