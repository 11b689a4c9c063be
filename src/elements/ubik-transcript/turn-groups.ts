import type {Item} from '../../core/model/item.js';

/** So many turns are skipped together while they are out of sight. */
const size = 8;

export interface TurnGroup {
  readonly key: number;
  readonly items: readonly Item[];
}

/**
 * Turns in groups, so that what a frame costs hardly grows with the conversation: an engine looks, frame by frame, at
 * every box that it may skip, and a group in which nothing has changed is the same object as before. A turn stays in its
 * group, whatever comes before it or behind it; what is new joins the group before it while there is room.
 */
export class TurnGroups {
  readonly #keys = new Map<string, number>();
  #items: readonly Item[] = [];
  #groups: readonly TurnGroup[] = [];
  #made = 0;

  read(items: readonly Item[]): readonly TurnGroup[] {
    if (items === this.#items) return this.#groups;
    const changed = items.findIndex((item, at) => item !== this.#items[at]);
    const kept = this.#keep(changed);
    const same = kept.reduce((sum, group) => sum + group.items.length, 0);
    const groups: {readonly key: number; readonly items: Item[]}[] = [];
    const used = new Set(kept.map(({key}) => key));
    for (const item of items.slice(same)) {
      const last = groups.at(-1);
      const known = this.#keys.get(item.id);
      if (last && (known === undefined ? last.items.length < size : known === last.key)) {
        last.items.push(item);
        this.#keys.set(item.id, last.key);
        continue;
      }
      const key = known === undefined || used.has(known) ? this.#made++ : known;
      groups.push({key, items: [item]});
      used.add(key);
      this.#keys.set(item.id, key);
    }
    this.#items = items;
    this.#groups = [...kept, ...groups];
    return this.#groups;
  }

  /** The groups before the first item that has changed. The last group is not among them: it may grow. */
  #keep(changed: number): readonly TurnGroup[] {
    let end = 0;
    const at = this.#groups.findIndex(({items}) => (end += items.length) > changed);
    return this.#groups.slice(0, Math.min(at < 0 ? Infinity : at, this.#groups.length - 1));
  }
}
