import {traitsOf} from './kinds.js';
import {isOver} from './messages.js';
import {jsonText} from '../json.js';
import type {Item, MessageItem} from './item.js';

const compared = (message: MessageItem | undefined): readonly Item[] =>
  (message?.children ?? []).filter(
    item => !traitsOf(item.kind).isUncompared && !isWhiteSpace(item),
  );

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
  const end = stored.children.length;
  if (items.length === 0) {
    const isKnown =
      isComplete || (compared(stored).length === 0 && !hasPartsLeft(stored, replayed));
    return isKnown ? repeatedBefore(end, stored, replayed) : undefined;
  }
  const seen = contentOf(items);
  for (const [index, item] of known.entries()) {
    if (item.kind !== items[0]?.kind) continue;
    const match = matchOf(contentOf(known.slice(index)), seen);
    if (match === 'whole' || (match === 'beginning' && isComplete))
      return repeatedBefore(stored.children.indexOf(item), stored, replayed);
    if (match === 'beginning') return undefined;
  }
  return repeatedBefore(end, stored, replayed);
}

/** Whether a stream has the same items as a stored message so far, and no more. */
export function isBeginning(stored: MessageItem, replayed: MessageItem): boolean {
  const {known, items} = pairOf(stored, replayed);
  return isPart(contentOf(items), contentOf(known));
}

/** Whether a stream and a stored message have the same items. */
export function isSame(stored: MessageItem, replayed: MessageItem): boolean {
  const {known, items} = pairOf(stored, replayed);
  const [before, after] = [contentOf(known), contentOf(items)];
  return isPart(before, after) && isPart(after, before);
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

/**
 * The first of the data and sources before a place of a stored message that the stream repeats, or else the item at this place.
 * `none` at the end of the message. Reasoning before the place stays, also if data before it is then displayed twice.
 */
function repeatedBefore(
  place: number,
  {children}: MessageItem,
  replayed: MessageItem | undefined,
): Item | 'none' {
  const left = partsOf(replayed);
  let first = children[place];
  for (const item of children.slice(0, place).reverse()) {
    const part = partOf(item);
    const at = part === undefined ? -1 : left.indexOf(part);
    if (at < 0) break;
    left.splice(at, 1);
    first = item;
  }
  return first ?? 'none';
}

/** Whether a message has data or sources that a stream has not had so far. */
const hasPartsLeft = (stored: MessageItem, replayed: MessageItem | undefined): boolean =>
  partsOf(stored).length > partsOf(replayed).length;

const partsOf = (message: MessageItem | undefined): string[] =>
  (message?.children ?? []).flatMap(item => partOf(item) ?? []);

function partOf(item: Item): string | undefined {
  if (item.kind === 'data') return `${item.name} ${jsonText(item.data) ?? ''}`;
  return item.kind === 'source' ? `source ${item.title} ${item.url ?? ''}` : undefined;
}

/** What items have. Not how many texts there are, or the order of calls: servers change both when they store an answer. */
interface Content {
  readonly text: string;
  readonly reasoning: string;
  /** What identifies each other item. */
  readonly others: readonly string[];
}

const contentOf = (items: readonly Item[]): Content => ({
  text: textOf(items, 'text'),
  reasoning: textOf(items, 'thinking'),
  others: items.filter(({kind}) => kind !== 'text' && kind !== 'thinking').map(keyOf),
});

const textOf = (items: readonly Item[], kind: 'text' | 'thinking'): string =>
  items.map(item => (item.kind === kind ? item.text : '')).join('');

function keyOf(item: Item): string {
  if (item.kind === 'tool') return `tool ${item.executionId ?? ''} ${item.name}`;
  if (item.kind === 'step') return `step ${item.title}`;
  return item.kind === 'file' ? `file ${item.name}` : item.kind;
}

/** How much of what is stored a stream repeats: all of it, so far a beginning of it, or something else. */
function matchOf(known: Content, seen: Content): 'whole' | 'beginning' | 'other' {
  if (isPart(known, seen)) return 'whole';
  const isComparable =
    isEitherStart(known.text, seen.text) && isEitherStart(known.reasoning, seen.reasoning);
  return isComparable && isIn(seen.others, known.others) ? 'beginning' : 'other';
}

const isPart = (part: Content, whole: Content): boolean =>
  startsWith(whole.text, part.text) &&
  startsWith(whole.reasoning, part.reasoning) &&
  isIn(part.others, whole.others);

const isEitherStart = (one: string, other: string): boolean =>
  startsWith(one, other) || startsWith(other, one);

/**
 * Whether a text begins with another one, except for white space, which some servers change when they store a text. A part
 * of that text needs no second look: it is compared again with each frame.
 */
function startsWith(text: string, beginning: string): boolean {
  if (text.startsWith(beginning)) return true;
  if (beginning.startsWith(text)) return beginning.slice(text.length).trim() === '';
  let at = 0;
  for (const character of beginning) {
    if (isSpace(character)) continue;
    while (isSpace(text[at])) at += 1;
    if (!text.startsWith(character, at)) return false;
    at += character.length;
  }
  return true;
}

const isSpace = (character = ''): boolean => /\s/.test(character);

/** Whether a list contains each entry of another one, and as often. */
function isIn(some: readonly string[], all: readonly string[]): boolean {
  const rest = [...all];
  return some.every(each => {
    const at = rest.indexOf(each);
    if (at >= 0) rest.splice(at, 1);
    return at >= 0;
  });
}
