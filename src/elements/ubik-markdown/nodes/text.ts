import type {Block, HeadingBlock} from '../../../core/markdown/block.js';
import type {BlockView, MarkdownRendering} from '../markdown-rendering.js';
import {headingLevel} from '../heading-level.js';
import {InlineView} from './inline.js';

export class HeadingView implements BlockView {
  readonly node: HTMLElement;
  readonly #rendering: MarkdownRendering;
  readonly #content: InlineView;
  readonly #level: number;

  constructor({level}: HeadingBlock, rendering: MarkdownRendering) {
    this.#rendering = rendering;
    this.#level = level;
    this.node = document.createElement(`h${level}`);
    this.node.ariaLevel = headingLevel(level);
    this.#content = new InlineView(this.node, rendering);
  }

  show(block: Block): boolean {
    if (block.kind !== 'heading' || block.level !== this.#level) return false;
    this.#content.show(
      block.inlines ?? block.text,
      this.#rendering.streaming && !block.done,
      block.marks,
    );
    return true;
  }
}

export class RuleView implements BlockView {
  readonly node = document.createElement('hr');

  show(block: Block): boolean {
    return block.kind === 'rule';
  }
}
