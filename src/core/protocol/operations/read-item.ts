import type {Item, MessageItem} from '../../model/item.js';
import {asRecord} from '../../values.js';

/** The texts that items of a kind need. */
const neededTexts: Readonly<Record<string, readonly string[]>> = {
  text: ['text'],
  thinking: ['text'],
  tool: ['name', 'input', 'output'],
};

/**
 * An item without what cannot be displayed in it, at any depth; the same object if that is nothing. `undefined` if the value
 * is no item. A page, or an earlier version of the product, may have written it.
 */
export function readItem(value: unknown): Item | undefined {
  const item = asRecord(value);
  const {kind, id, children} = item;
  if (typeof kind !== 'string' || typeof id !== 'string' || !Array.isArray(children))
    return undefined;
  if (neededTexts[kind]?.some(name => typeof item[name] !== 'string')) return undefined;
  const readable = children.flatMap(child => readItem(child) ?? []);
  const isWhole = hasSameEntries(readable, children);
  return (isWhole ? value : {...item, children: readable}) as Item;
}

/** The same for a message. */
export function readMessage(value: unknown): MessageItem | undefined {
  const item = readItem(value);
  return item?.kind === 'message' ? item : undefined;
}

/** Whether two lists have the same values. */
export const hasSameEntries = (one: readonly unknown[], other: readonly unknown[]): boolean =>
  one.length === other.length && one.every((value, at) => value === other[at]);
