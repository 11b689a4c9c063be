import {isOver} from '../messages.js';
import {jsonText} from '../../core/json.js';
import type {Item, MessageItem} from '../../core/model/item.js';

/** Items that a stream may lack or repeat under other ids, so that they say nothing about where it begins. */
const uncompared: ReadonlySet<string> = new Set(['error', 'notice', 'request', 'source', 'data']);

const compared = (message: MessageItem | undefined): readonly Item[] =>
  (message?.children ?? []).filter(item => !uncompared.has(item.kind) && !isWhiteSpace(item));

const isWhiteSpace = (item: Item): boolean => item.kind === 'text' && item.text.trim() === '';

/**
 * Where in a stored message a stream begins that has a run from its first frame: the item from which on the stream repeats
 * what is stored. A server that stores an answer while it is written has a beginning of the run in the message, after
 * what earlier runs have written. `none`: the stream repeats nothing of the message. `undefined`: the stream is too short
 * so far to know. A `replayed` message that is over is not too short.
 */
export function overlapOf(
  stored: MessageItem,
  replayed: MessageItem | undefined,
  isComplete = replayed !== undefined && isOver(replayed),
): Item | 'none' | undefined {
  const {known, items} = pairOf(stored, replayed);
  if (items.length === 0) return isComplete || compared(stored).length === 0 ? 'none' : undefined;
  for (const [index, item] of known.entries()) {
    const match = matchOf(known.slice(index), items);
    if (match === 'whole' || (match === 'beginning' && isComplete))
      return withDataBefore(item, stored, replayed);
    if (match === 'beginning') return undefined;
  }
  return 'none';
}

/** Whether a stream has the same items as a stored message so far, and no more. */
export function isBeginning(stored: MessageItem, replayed: MessageItem): boolean {
  const {known, items} = pairOf(stored, replayed);
  return matchOf(items, known) === 'whole';
}

/** Whether a stream and a stored message have the same items. */
export function isSame(stored: MessageItem, replayed: MessageItem): boolean {
  const {known, items} = pairOf(stored, replayed);
  return matchOf(items, known) === 'whole' && matchOf(known, items) === 'whole';
}

/**
 * The items of both that can be compared: a server may store no reasoning, or the text alone, and may leave reasoning out
 * of the stream.
 */
function pairOf(
  stored: MessageItem,
  replayed: MessageItem | undefined,
): {readonly known: readonly Item[]; readonly items: readonly Item[]} {
  const known = compared(stored);
  const items = compared(replayed);
  const kinds = new Set(known.map(({kind}) => kind));
  const hasReasoning = items.some(({kind}) => kind === 'thinking');
  return {
    known: known.filter(({kind}) => hasReasoning || kind !== 'thinking'),
    items: items.filter(({kind}) => kind === 'text' || kinds.has(kind)),
  };
}

/** An item of a stored message, or the first of the data directly before it that the stream repeats too. */
function withDataBefore(item: Item, {children}: MessageItem, replayed?: MessageItem): Item {
  const repeated = new Set(replayed?.children.map(dataOf));
  let at = children.indexOf(item);
  for (; children[at - 1]?.kind === 'data'; at -= 1)
    if (!repeated.has(dataOf(children[at - 1]))) break;
  return children[at] ?? item;
}

const dataOf = (item: Item | undefined): string | undefined =>
  item?.kind === 'data' ? `${item.name} ${jsonText(item.data) ?? ''}` : undefined;

/**
 * How much of the stored items a stream repeats: all of them, so far a beginning of them, or something else. The last
 * text of each may be incomplete.
 */
function matchOf(known: readonly Item[], items: readonly Item[]): 'whole' | 'beginning' | 'other' {
  for (const [index, stored] of known.entries()) {
    const item = items[index];
    if (!item) return 'beginning';
    if (keyOf(stored) !== keyOf(item)) return 'other';
    const before = textOf(stored);
    const after = textOf(item);
    const isLast = index === known.length - 1;
    const isStart = startsWith(after, before);
    if (isStart && (isLast || startsWith(before, after))) continue;
    return index === items.length - 1 && startsWith(before, after) ? 'beginning' : 'other';
  }
  return 'whole';
}

/** What identifies an item besides its text. */
function keyOf(item: Item): string {
  if (item.kind === 'tool') return `tool ${item.executionId ?? ''} ${item.name}`;
  return item.kind === 'file' ? `file ${item.name}` : item.kind;
}

const textOf = (item: Item): string =>
  item.kind === 'text' || item.kind === 'thinking' ? item.text.trim() : '';

/**
 * Whether a text begins with another one, except for white space, which some servers change when they store a text. A part
 * of that text needs no second look: it is compared again with each frame.
 */
const startsWith = (text: string, beginning: string): boolean =>
  text.startsWith(beginning) ||
  (!beginning.startsWith(text) && withoutSpace(text).startsWith(withoutSpace(beginning)));

const withoutSpace = (text: string): string => text.replaceAll(/\s+/g, '');
