import type {Item} from '../../core/model/item.js';
import {hasSameValues} from '../base/same-values.js';

/** Maximum number of rendered characters and items. */
const MAX_CHARACTERS = 8000;
const MAX_ITEMS = 60;
/** Characters of each text that are kept when the maximum is used up. */
const MIN_CHARACTERS = 80;

const streamed = /^(text|input|output|log)(:|$)/;

interface Budget {
  characters: number;
  items: number;
}

/**
 * Limits the number of items and the length of their texts. Counts from the end, where a run changes. Items that are
 * not shortened stay the same objects.
 */
export function truncate(items: readonly Item[]): readonly Item[] {
  return truncateList(items, {characters: MAX_CHARACTERS, items: MAX_ITEMS});
}

function truncateList(items: readonly Item[], budget: Budget): readonly Item[] {
  const kept: Item[] = [];
  for (let at = items.length - 1; at >= 0 && budget.items > 0; at--) {
    const item = items[at];
    if (item) kept.push(truncateItem(item, budget));
  }
  kept.reverse();
  return hasSameValues(kept, items) ? items : kept;
}

/** The last shortened copy of each item. An equal copy is reused, so that it is not rendered again. */
const truncated = new WeakMap<Item, Item>();

function truncateItem(item: Item, budget: Budget): Item {
  budget.items--;
  const children = truncateList(item.children, budget);
  const changes: [string, unknown][] = children === item.children ? [] : [['children', children]];
  for (const [name, value] of Object.entries(item) as [string, unknown][]) {
    if (typeof value !== 'string' || !streamed.test(name)) continue;
    const length = Math.max(MIN_CHARACTERS, budget.characters);
    budget.characters -= value.length;
    if (value.length > length) changes.push([name, `… ${value.slice(-length)}`]);
  }
  if (changes.length === 0) return item;
  // The offsets of marks refer to the complete text.
  const copy = {
    ...item,
    ...Object.fromEntries(changes),
    ...('marks' in item && {marks: []}),
  } as Item;
  const before = truncated.get(item);
  if (
    before &&
    Object.entries(copy).every(
      ([name, value]) => Reflect.get(before, name) === value || name === 'marks',
    )
  )
    return before;
  truncated.set(item, copy);
  return copy;
}
