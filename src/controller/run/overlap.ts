import {isOver} from '../messages.js';
import type {Item, MessageItem} from '../../core/model/item.js';

/** Items that a stream may lack or repeat under other ids, so that they say nothing about where it begins. */
const uncompared: ReadonlySet<string> = new Set(['error', 'notice', 'request', 'source', 'data']);

const compared = ({children}: MessageItem): readonly Item[] =>
  children.filter(item => !uncompared.has(item.kind) && !isWhiteSpace(item));

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
  const known = compared(stored);
  const items = replayed ? compared(replayed) : [];
  for (const [index, item] of known.entries()) {
    const match = matchOf(known.slice(index), items);
    if (match === 'whole' || (match === 'beginning' && isComplete)) return item;
    if (match === 'beginning') return undefined;
  }
  return 'none';
}

/** Whether a stream has the same items as a stored message so far, and no more. */
export const isBeginning = (stored: MessageItem, replayed: MessageItem): boolean =>
  matchOf(compared(replayed), compared(stored)) === 'whole';

/** Whether a stream and a stored message have the same items. */
export const isSame = (stored: MessageItem, replayed: MessageItem): boolean =>
  isBeginning(stored, replayed) && isBeginning(replayed, stored);

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
    if (before === after || (isLast && after.startsWith(before))) continue;
    return index === items.length - 1 && before.startsWith(after) ? 'beginning' : 'other';
  }
  return 'whole';
}

/** What identifies an item besides its text. */
function keyOf(item: Item): string {
  if (item.kind === 'tool') return `tool ${item.executionId ?? ''} ${item.name}`;
  return item.kind === 'file' ? `file ${item.name}` : item.kind;
}

/** The text of an item, as servers store it that trim texts. */
const textOf = (item: Item): string =>
  item.kind === 'text' || item.kind === 'thinking' ? item.text.trim() : '';
