import type {Block} from '../../core/markdown/block.js';
import type {ParsedText} from '../../core/markdown/engine.js';
import {BlockList} from './nodes/block-list.js';
import {CodeView} from './nodes/code.js';
import {ItemView, ListView, QuoteView} from './nodes/containers.js';
import {CustomView} from './nodes/custom.js';
import {References, type BlockView, type MarkdownRendering} from './markdown-rendering.js';
import {Footnotes, FootnoteView} from './nodes/footnotes.js';
import {HtmlView} from './nodes/html.js';
import {InlineView} from './nodes/inline.js';
import {ParagraphView} from './nodes/paragraph.js';
import {Sections} from './sections.js';
import {TableView} from './nodes/table.js';
import {HeadingView, RuleView} from './nodes/text.js';

/** The settings of the element that displays a text. */
export type RenderSettings = Omit<
  MarkdownRendering,
  | 'context'
  | 'verifying'
  | 'replaced'
  | 'references'
  | 'footnotes'
  | 'companionHosts'
  | 'createView'
  | 'createContent'
>;

/**
 * Renders the blocks of a text and updates them while the text grows.
 *
 * Each block has a view that updates its own nodes; finished blocks are skipped. Blocks are grouped in sections, so
 * that the browser can skip those out of view. A late link definition renders only the views again that refer to it.
 */
export class MarkdownView {
  readonly #container: Element;
  readonly #rendering: MarkdownRendering;
  readonly #sections: Sections;
  readonly #blocks: BlockList;

  constructor(container: HTMLElement, document: ParsedText, settings: RenderSettings) {
    this.#container = container;
    this.#rendering = {
      ...settings,
      context: document.context,
      verifying: false,
      replaced: false,
      references: new References(),
      footnotes: new Footnotes(container),
      companionHosts: new Set(),
      createView: (block, loose) => createView(block, loose, this.#rendering),
      createContent: element => new InlineView(element, this.#rendering),
    };
    this.#sections = new Sections(container);
    const append = (node: HTMLElement, index: number): void => this.#sections.append(node, index);
    this.#blocks = new BlockList(this.#rendering, append, true);
  }

  show(document: ParsedText, settings: RenderSettings): void {
    const {context, blocks} = document;
    const {references, footnotes} = this.#rendering;
    const restarted = context.definitions !== this.#rendering.context.definitions;
    if (restarted) references.clear();
    const ended = this.#rendering.streaming && !settings.streaming;
    const replaced = restarted && !settings.streaming;
    Object.assign(this.#rendering, settings, {context, verifying: ended, replaced});
    this.#blocks.show(blocks);
    references.resolve(context.definitions);
    if (ended) references.rerenderFootnotes();
    footnotes.arrange(settings.labels.footnote, settings.streaming && !restarted);
    this.#sections.settle(blocks.length, this.#blocks.settled, settings.streaming);
    for (const view of this.#rendering.companionHosts) {
      if (!this.#container.contains(view.node)) view.detach();
    }
  }

  /** Detaches the companions when the text leaves the page. Returns a function that attaches them again. */
  detach(): () => void {
    const views = [...this.#rendering.companionHosts];
    for (const view of views) view.detach();
    return () => {
      for (const view of views) view.attach();
    };
  }
}

function createView(block: Block, loose: boolean, rendering: MarkdownRendering): BlockView {
  switch (block.kind) {
    case 'quote':
      return new QuoteView(rendering);
    case 'list':
      return new ListView(block, rendering);
    case 'item':
      return new ItemView(rendering);
    case 'paragraph':
      return new ParagraphView(loose, rendering);
    case 'heading':
      return new HeadingView(block, rendering);
    case 'code':
      return new CodeView(rendering);
    case 'html':
      return new HtmlView(rendering);
    case 'table':
      return new TableView(rendering);
    case 'rule':
      return new RuleView();
    case 'custom':
      return new CustomView(rendering);
    case 'footnote':
      return new FootnoteView(block, rendering);
  }
}
