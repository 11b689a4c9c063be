import type {Block} from '../../../core/markdown/block.js';
import {
  directionOf,
  lettersOf,
  onlyDirectionOf,
  type Direction,
} from '../../../core/markdown/direction.js';

/** Letters from which on the direction of a growing block is decided. */
const DECISIVE_LETTERS = 40;

/** Lines after which the letters of a growing block are not counted again. */
const MAX_LINES = 64;

interface Decision {
  readonly letters: number;
  readonly direction: Direction | undefined;
}

/**
 * Sets the direction of the blocks of a list. It is decided at the first letters, and once more when there are enough
 * letters or the block is complete, so that a growing block changes its side at most once.
 */
export class Directions {
  readonly #outermost: boolean;
  readonly #decisions: Decision[] = [];

  /** @param outermost Whether the list is not inside another block. */
  constructor(outermost: boolean) {
    this.#outermost = outermost;
  }

  show(index: number, node: HTMLElement, block: Block, growing: boolean): void {
    if (this.#outermost) this.#showOutermost(index, node, block, growing);
    else if (block.kind === 'paragraph') this.#showParagraph(index, node, block, growing);
  }

  /** The direction of most letters, or else that of the block before. Until the first letter it is that of the page. */
  #showOutermost(index: number, node: HTMLElement, block: Block, growing: boolean): void {
    const before = this.#decisions[index - 1]?.direction;
    const letters = this.#count(index, block, growing);
    if (!letters) return;
    const direction = directionOf(letters) ?? before;
    this.#decisions[index] = {letters: letters.all, direction};
    if (block.kind !== 'code') setDirection(node, direction);
  }

  /** A paragraph in a list or quote has the direction of that, unless it has no letter of that direction. */
  #showParagraph(index: number, node: HTMLElement, block: Block, growing: boolean): void {
    const letters = this.#count(index, block, growing);
    const direction = letters ? onlyDirectionOf(letters) : this.#decisions[index]?.direction;
    if (letters) this.#decisions[index] = {letters: letters.all, direction};
    setDirection(node, direction);
  }

  /** The letters of a block, or `undefined` if its direction is not decided again now. */
  #count(index: number, block: Block, growing: boolean): ReturnType<typeof lettersOf> | undefined {
    if (!growing) return lettersOf(block);
    const known = this.#decisions[index]?.letters ?? 0;
    if (known >= DECISIVE_LETTERS || block.end - block.start > MAX_LINES) return undefined;
    const letters = lettersOf(block, DECISIVE_LETTERS);
    return known > 0 && letters.all < DECISIVE_LETTERS ? undefined : letters;
  }
}

function setDirection(node: HTMLElement, direction: Direction | undefined): void {
  if (node.dir === (direction ?? '')) return;
  if (direction) node.dir = direction;
  else node.removeAttribute('dir');
}
