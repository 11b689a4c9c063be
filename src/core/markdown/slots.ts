import type {Block} from './block.js';
import type {Inline} from './inline.js';
import {readIndex, spellIndex} from './marks.js';

/*
 * HTML of an extension refers to nested Markdown by placeholders: an index and a terminator, as for marks, which have
 * another terminator. Neither can occur in a text, where these characters are replaced.
 */
const TERMINATOR = '\uFDEE';
const PLACEHOLDER = /([\uFDD0-\uFDDF]{1,8})\uFDEE/g;

/** Markdown inside the output of an extension. A text is parsed when it is rendered. */
export type Slot =
  | {readonly kind: 'inline'; readonly content: string | readonly Inline[]}
  | {readonly kind: 'block'; readonly blocks: readonly Block[]};

/** HTML of an extension, with placeholders where nested Markdown is rendered. */
export interface SlottedHtml {
  readonly html: string;
  readonly slots: readonly Slot[];
}

/** Collects the slots of one output. */
export class SlotList {
  readonly slots: Slot[] = [];

  /** Adds a slot and returns its placeholder. */
  add(slot: Slot): string {
    return spellIndex(this.slots.push(slot) - 1) + TERMINATOR;
  }
}

/** Splits a text at its placeholders: each part is a text, or the index of a slot. */
export function splitAtSlots(text: string): readonly (string | number)[] {
  if (!text.includes(TERMINATOR)) return text === '' ? [] : [text];
  const parts: (string | number)[] = [];
  let from = 0;
  for (const match of text.matchAll(PLACEHOLDER)) {
    if (match.index > from) parts.push(text.slice(from, match.index));
    parts.push(readIndex(match[1] ?? ''));
    from = match.index + match[0].length;
  }
  if (from < text.length) parts.push(text.slice(from));
  return parts;
}
