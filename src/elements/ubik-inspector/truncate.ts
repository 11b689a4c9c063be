import type {Item} from '../../core/model/item.js';

/** Maximum number of rendered characters and items. */
const CHARACTERS = 8000;
const ITEMS = 60;
/** Characters of each text that are kept when the maximum is used up. */
const STUB = 80;

const streamed = /^(text|input|output|log)(:|$)/;

interface Room {
  characters: number;
  items: number;
}

/**
 * Limits the number of items and the length of their texts. Counts from the end, where a run changes. Items that are
 * not shortened stay the same objects.
 */
export function truncate(items: readonly Item[]): readonly Item[] {
  return abridgeList(items, {characters: CHARACTERS, items: ITEMS});
}

function abridgeList(items: readonly Item[], room: Room): readonly Item[] {
  const kept: Item[] = [];
  for (let at = items.length - 1; at >= 0 && room.items > 0; at--) {
    const item = items[at];
    if (item) kept.push(abridgeItem(item, room));
  }
  kept.reverse();
  const isWhole = kept.length === items.length && kept.every((item, at) => item === items[at]);
  return isWhole ? items : kept;
}

/** The last shortened copy of each item. An equal copy is reused, so that it is not rendered again. */
const known = new WeakMap<Item, Item>();

function abridgeItem(item: Item, room: Room): Item {
  room.items--;
  const children = abridgeList(item.children, room);
  const changes: [string, unknown][] = children === item.children ? [] : [['children', children]];
  for (const [name, value] of Object.entries(item) as [string, unknown][]) {
    if (typeof value !== 'string' || !streamed.test(name)) continue;
    const length = Math.max(STUB, room.characters);
    room.characters -= value.length;
    if (value.length > length) changes.push([name, `… ${value.slice(-length)}`]);
  }
  if (changes.length === 0) return item;
  // The offsets of marks refer to the complete text.
  const short = {
    ...item,
    ...Object.fromEntries(changes),
    ...('marks' in item && {marks: []}),
  } as Item;
  const before = known.get(item);
  if (
    before &&
    Object.entries(short).every(
      ([name, value]) => Reflect.get(before, name) === value || name === 'marks',
    )
  )
    return before;
  known.set(item, short);
  return short;
}
