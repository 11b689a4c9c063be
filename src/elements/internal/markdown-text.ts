import type {Block, HeadingBlock} from '../../core/markdown/block.js';
import type {BlockView, Drawing} from './markdown-drawing.js';
import {InlineView} from './markdown-inline.js';
import {keepPlace} from './selection.js';

/** A paragraph; in a list without blank lines, its words only. */
export class ParagraphView implements BlockView {
  node: HTMLElement;
  readonly #drawing: Drawing;
  readonly #content: InlineView;
  #loose: boolean;

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
    this.#content.show(block.lines.join('\n').trimEnd(), open, block.marks);
    return true;
  }

  /** The list turned loose: the same words in another element. */
  #turn(loose: boolean): void {
    const old = this.node;
    this.#loose = loose;
    this.node = document.createElement(loose ? 'p' : 'span');
    keepPlace(old, () => {
      this.#content.moveTo(this.node);
      old.replaceWith(this.node);
    });
  }
}

export class HeadingView implements BlockView {
  readonly node: HTMLElement;
  readonly #drawing: Drawing;
  readonly #content: InlineView;
  readonly #level: number;

  constructor({level}: HeadingBlock, drawing: Drawing) {
    this.#drawing = drawing;
    this.#level = level;
    this.node = document.createElement(`h${level}`);
    this.#content = new InlineView(this.node, drawing);
  }

  show(block: Block): boolean {
    if (block.kind !== 'heading' || block.level !== this.#level) return false;
    this.#content.show(block.text.trim(), this.#drawing.streaming && !block.done, block.marks);
    return true;
  }
}

export class RuleView implements BlockView {
  readonly node = document.createElement('hr');

  show(block: Block): boolean {
    return block.kind === 'rule';
  }
}
