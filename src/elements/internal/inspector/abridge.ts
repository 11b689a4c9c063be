import type {Item} from '../../../core/index.js';

/** Characters of a text, and items of a list, that are drawn at most. */
const LONGEST = 8000;
const MOST = 40;

const streamed = /^(text|input|output|log)(:|$)/;

/**
 * Items that are drawn at once, however long a run was: the end of long texts and of long lists, where things happen.
 * What is short stays the same object.
 */
export function abridge(items: readonly Item[]): readonly Item[] {
  const last = items.slice(-MOST);
  const short = last.map(abridgeItem);
  const isSame = last.length === items.length && short.every((item, at) => item === items[at]);
  return isSame ? items : short;
}

const known = new WeakMap<Item, Item>();

function abridgeItem(item: Item): Item {
  const found = known.get(item);
  if (found) return found;
  const changes: [string, unknown][] = Object.entries(item).flatMap(([name, value]) =>
    typeof value === 'string' && value.length > LONGEST && streamed.test(name)
      ? [[name, `… ${value.slice(-LONGEST)}`]]
      : [],
  );
  const children = abridge(item.children);
  if (children !== item.children) changes.push(['children', children]);
  // Marks are offsets into the whole text.
  if ('marks' in item && changes.length > 0) changes.push(['marks', undefined]);
  const short = changes.length === 0 ? item : ({...item, ...Object.fromEntries(changes)} as Item);
  known.set(item, short);
  return short;
}
