import type {Item} from '../../core/model/item.js';

/** Characters, and items, that are drawn at most. */
const CHARACTERS = 8000;
const ITEMS = 60;
/** Characters of a text for which there is no room any more. */
const STUB = 80;

const streamed = /^(text|input|output|log)(:|$)/;

interface Room {
  characters: number;
  items: number;
}

/**
 * As many items, and as much of their texts, as are drawn at once, however long a run was: counted from the end, where
 * things happen. What is shown whole stays the same object.
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

/** What was cut before in the same way is the same object, and is not drawn again. */
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
  // Marks are offsets into the whole text.
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
