import type {Item} from '../../core/model/item.js';
import {walk} from '../../core/model/select.js';

/**
 * Finds the last matching item of a conversation in document order. Items are immutable, so the result for each message and
 * for each child of a message is stored: while an answer streams, only the items that have changed are searched again.
 */
export class NewestItem<I extends Item> {
  readonly #matches: (item: Item) => item is I;
  readonly #results = new WeakMap<Item, I | undefined>();

  constructor(matches: (item: Item) => item is I) {
    this.#matches = matches;
  }

  find(items: readonly Item[]): I | undefined {
    return this.#findLast(items, message =>
      this.#remember(
        message,
        () =>
          this.#findLast(message.children, child =>
            this.#remember(child, () => this.#search(child)),
          ) ?? (this.#matches(message) ? message : undefined),
      ),
    );
  }

  #findLast(items: readonly Item[], search: (item: Item) => I | undefined): I | undefined {
    for (let at = items.length - 1; at >= 0; at--) {
      const item = items[at];
      const found = item && search(item);
      if (found) return found;
    }
    return undefined;
  }

  #remember(item: Item, search: () => I | undefined): I | undefined {
    if (!this.#results.has(item)) this.#results.set(item, search());
    return this.#results.get(item);
  }

  #search(item: Item): I | undefined {
    return [...walk({children: [item]})].findLast(this.#matches);
  }
}
