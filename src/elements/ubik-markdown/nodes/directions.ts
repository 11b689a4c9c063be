import type {Block} from '../../../core/markdown/block.js';
import {
  directionOf,
  lettersOf,
  onlyDirectionOf,
  type Direction,
  type Letters,
} from '../../../core/markdown/direction.js';

/** Letters from which on the direction of a growing block is decided. */
const DECISIVE_LETTERS = 40;

/** Lines after which the letters of a growing block are not counted again. */
const MAX_LINES = 64;

interface Decision {
  readonly letters: number;
  readonly direction: Direction | undefined;
  /** Whether the block had enough letters while it grew: its direction then stays, also if those that follow are others. */
  readonly isFinal: boolean;
}

/**
 * Sets the direction of the blocks of a list. That of a growing block is decided at the first letters, and once more when
 * there are enough letters or the block is complete.
 */
export class Directions {
  readonly #outermost: boolean;
  readonly #decisions: Decision[] = [];

  /** @param outermost Whether the list is not inside another block. */
  constructor(outermost: boolean) {
    this.#outermost = outermost;
  }

  /** Forgets the decisions from this block on, which do not apply to other blocks at the same place. */
  forget(from = 0): void {
    this.#decisions.splice(from);
  }

  show(index: number, node: HTMLElement, block: Block, growing: boolean): void {
    if (!this.#outermost && block.kind !== 'paragraph') return;
    const letters = this.#count(index, block, growing);
    if (letters) {
      const isFinal = growing && letters.all >= DECISIVE_LETTERS;
      const direction = this.#directionOf(letters, index);
      this.#decisions[index] = {letters: letters.all, direction, isFinal};
    }
    if (block.kind !== 'code') setDirection(node, this.#decisions[index]?.direction);
  }

  /**
   * The direction of most letters, or else that of the block before; until the first letter it is that of the page. A
   * paragraph in a list or quote has the direction of that, unless it has no letter of that direction.
   */
  #directionOf(letters: Letters, index: number): Direction | undefined {
    if (!this.#outermost) return onlyDirectionOf(letters);
    return directionOf(letters) ?? this.#decisions[index - 1]?.direction;
  }

  /** The letters of a block, or `undefined` if its direction is not decided again now. */
  #count(index: number, block: Block, growing: boolean): Letters | undefined {
    const {letters: known = 0, isFinal} = this.#decisions[index] ?? {};
    if (isFinal) return undefined;
    if (!growing) return lettersOf(block);
    if (block.end - block.start > MAX_LINES) return undefined;
    const letters = lettersOf(block, DECISIVE_LETTERS);
    return known > 0 && letters.all < DECISIVE_LETTERS ? undefined : letters;
  }
}

function setDirection(node: HTMLElement, direction: Direction | undefined): void {
  if (node.dir === (direction ?? '')) return;
  if (direction) node.dir = direction;
  else node.removeAttribute('dir');
}
