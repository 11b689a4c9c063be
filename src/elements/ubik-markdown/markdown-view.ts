import type {Block} from '../../core/markdown/block.js';
import type {MarkdownDocument} from '../../core/markdown/markdown-document.js';
import {BlockList} from './nodes/block-list.js';
import {CodeView} from './nodes/code.js';
import {ItemView, ListView, QuoteView} from './nodes/containers.js';
import {CustomView} from './nodes/custom.js';
import {References, type BlockView, type Drawing} from './markdown-rendering.js';
import {Footnotes, FootnoteView} from './nodes/footnotes.js';
import {HtmlView} from './nodes/html.js';
import {ParagraphView} from './nodes/paragraph.js';
import {Sections} from './sections.js';
import {TableView} from './nodes/table.js';
import {HeadingView, RuleView} from './nodes/text.js';

/** What the element that shows a text decides about it. */
export type DrawingSettings = Omit<
  Drawing,
  'context' | 'references' | 'accompanied' | 'createView'
>;

/** Shows the blocks of a text. */
export class MarkdownView {
  readonly #container: Element;
  readonly #drawing: Drawing;
  readonly #sections: Sections;
  readonly #blocks: BlockList;
  readonly #footnotes: Footnotes;

  constructor(container: HTMLElement, document: MarkdownDocument, settings: DrawingSettings) {
    this.#container = container;
    this.#drawing = {
      ...settings,
      context: document.context,
      references: new References(),
      accompanied: new Set(),
      createView: (block, loose) => createView(block, loose, this.#drawing),
    };
    this.#footnotes = new Footnotes(container);
    this.#sections = new Sections(container);
    const append = (node: HTMLElement, index: number): void => this.#sections.append(node, index);
    this.#blocks = new BlockList(this.#drawing, append, true);
  }

  show(document: MarkdownDocument, settings: DrawingSettings): void {
    const {context, blocks} = document;
    const {references} = this.#drawing;
    if (context.definitions !== this.#drawing.context.definitions) references.forget();
    const ended = this.#drawing.streaming && !settings.streaming;
    Object.assign(this.#drawing, settings, {context});
    this.#blocks.show(blocks);
    references.resolve(context.definitions);
    if (ended) references.giveUp();
    if (references.hasFootnotes) {
      this.#footnotes.arrange(settings.labels.footnote, settings.streaming);
    }
    this.#sections.settle(blocks.length, this.#blocks.settled, settings.streaming);
    for (const view of this.#drawing.accompanied) {
      if (!this.#container.contains(view.node)) view.leave();
    }
  }

  /** The text leaves the page. Gives what is to be done if it comes again. */
  leave(): () => void {
    const views = [...this.#drawing.accompanied];
    for (const view of views) view.leave();
    return () => {
      for (const view of views) view.join();
    };
  }
}

/** The view of a block, of its kind. */
function createView(block: Block, loose: boolean, drawing: Drawing): BlockView {
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
      return new TableView(drawing);
    case 'rule':
      return new RuleView();
    case 'custom':
      return new CustomView(drawing);
    case 'footnote':
      return new FootnoteView(block, drawing);
  }
}
