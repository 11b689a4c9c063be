import type {Block} from '../../core/markdown/block.js';
import type {BlockView, Drawing} from './markdown-drawing.js';

/** Shows blocks one below the other. Those that nothing can change any more are not even looked at. */
export class BlockList {
  readonly #drawing: Drawing;
  readonly #append: (node: HTMLElement, index: number) => void;
  readonly #views: BlockView[] = [];
  #blocks: readonly Block[] | undefined;
  #settled = 0;
  #loose = true;

  /** @param append Puts a new block behind those that are there. */
  constructor(drawing: Drawing, append: (node: HTMLElement, index: number) => void) {
    this.#drawing = drawing;
    this.#append = append;
  }

  /** How many blocks, from the first, will stay as they are. */
  get settled(): number {
    return this.#settled;
  }

  show(blocks: readonly Block[], loose = true): void {
    if (blocks !== this.#blocks || loose !== this.#loose) this.#settled = 0;
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
    if (old?.show(block, this.#loose)) return;
    const view = this.#drawing.createView(block, this.#loose);
    view.show(block, this.#loose);
    this.#views[index] = view;
    if (old) old.node.replaceWith(view.node);
    else this.#append(view.node, index);
  }
}
