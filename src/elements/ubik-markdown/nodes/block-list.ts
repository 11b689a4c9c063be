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
    this.#blocks = blocks;
    this.#loose = loose;
    for (let index = this.#settled; index < blocks.length; index++) {
      const block = blocks[index];
      if (!block) continue;
      this.#showBlock(index, block);
      if (block.done && index === this.#settled) this.#settled++;
    }
    for (const {node} of this.#views.splice(blocks.length)) node.remove();
  }

  #showBlock(index: number, block: Block): void {
    const old = this.#views[index];
    // A block that fails must not keep the next ones from being rendered.
    if (old && attempt(() => old.show(block, this.#loose))) {
      this.#directions.show(index, old.node, block, this.#rendering.streaming && !block.done);
      return;
    }
    const view = this.#rendering.createView(block, this.#loose);
    attempt(() => view.show(block, this.#loose));
    this.#views[index] = view;
    this.#directions.show(index, view.node, block, this.#rendering.streaming && !block.done);
    if (old) old.node.replaceWith(view.node);
    else this.#append(view.node, index);
  }
}
