import type {Block} from '../../../core/markdown/block.js';
import {attempt} from '../attempt.js';
import {Directions} from './directions.js';
import type {BlockView, MarkdownRendering} from '../markdown-rendering.js';

/** Renders a list of blocks. Blocks that are final are skipped. */
export class BlockList {
  readonly #rendering: MarkdownRendering;
  readonly #append: (node: HTMLElement, index: number) => void;
  readonly #directions: Directions;
  readonly #views: BlockView[] = [];
  #blocks: readonly Block[] | undefined;
  #settled = 0;
  #loose = true;

  /**
   * @param append Adds a new block after the existing ones.
   * @param outermost Whether the list is not inside another block.
   */
  constructor(
    rendering: MarkdownRendering,
    append: (node: HTMLElement, index: number) => void,
    outermost = false,
  ) {
    this.#rendering = rendering;
    this.#append = append;
    this.#directions = new Directions(outermost);
  }

  /** The number of leading blocks that are final. */
  get settled(): number {
    return this.#settled;
  }

  show(blocks: readonly Block[], loose = true): void {
    const changed = blocks !== this.#blocks || loose !== this.#loose;
    if (changed || this.#rendering.verifying) this.#settled = 0;
    if (this.#rendering.replaced) this.#directions.forget();
    this.#blocks = blocks;
    this.#loose = loose;
    for (let index = this.#settled; index < blocks.length; index++) {
      const block = blocks[index];
      if (!block) continue;
      this.#showBlock(index, block);
      if (block.done && index === this.#settled) this.#settled++;
    }
    for (const {node} of this.#views.splice(blocks.length)) node.remove();
    this.#directions.forget(blocks.length);
  }

  #showBlock(index: number, block: Block): void {
    const old = this.#views[index];
    // A block that fails must not keep the next ones from being rendered.
    if (old && attempt(() => old.show(block, this.#loose))) {
      this.#directions.show(index, old.node, block, this.#rendering.streaming && !block.done);
      return;
    }
    const view = this.#createView(block) ?? new SourceView(block);
    this.#views[index] = view;
    this.#directions.show(index, view.node, block, this.#rendering.streaming && !block.done);
    if (old) old.node.replaceWith(view.node);
    else this.#append(view.node, index);
  }

  /** A view of a block; `undefined` if it cannot be displayed. */
  #createView(block: Block): BlockView | undefined {
    return attempt(() => {
      const view = this.#rendering.createView(block, this.#loose);
      view.show(block, this.#loose);
      return view;
    });
  }
}

/** The text of a block whose view has failed. Another view is tried when the block changes. */
class SourceView implements BlockView {
  readonly node = document.createElement('p');

  constructor(block: Block) {
    this.node.className = 'source';
    this.node.textContent = sourceOf(block);
  }

  show(): boolean {
    return false;
  }
}

/** The lines of a block, without the signs of its syntax. */
function sourceOf(block: Block): string {
  if ('children' in block) return block.children.map(sourceOf).join('\n');
  if ('lines' in block) return block.lines.join('\n');
  if (block.kind === 'heading') return block.text;
  if (block.kind === 'rule') return '';
  return [block.header, ...block.rows].map(cells => cells.join(' | ')).join('\n');
}
