import type {Block} from './block.js';
import {inlineText} from './inline.js';
import {RTL_LETTER} from './rtl-letter.js';

export type Direction = 'ltr' | 'rtl';

/** The share of letters from which on a text with both directions is right to left: names and terms are often Latin. */
const RTL_SHARE = 0.4;
/** The same for a text that begins from right to left, as hardly any other one does. */
const RTL_SHARE_FROM_START = 0.25;

const LETTER = /\p{L}/gu;
/**
 * Code, formulas, tags, character references, addresses, files: left to right in every language. What is between two prices is
 * no formula. Bounded, so that the cost stays linear.
 */
const NEUTRAL =
  /(`{1,3})[^]{1,200}?\1|\$[^$\u0590-\u08FF]{1,200}\$|\\[([][^]{1,200}?\\[)\]]|<[A-Za-z/!][^>]{1,200}>|\]\([^)]{1,200}\)|&#?\w{1,30};|\b(?:https?:\/\/|www\.)\S+|\b[\w-]{1,200}(?:[._/@\\]+[\w-]+)+/g;

/** How many letters a text has. */
export interface Letters {
  readonly all: number;
  readonly rtl: number;
  /** Whether the first one is written from right to left. */
  readonly beginsRtl: boolean;
}

type Count = {-readonly [K in keyof Letters]: Letters[K]};

/** Characters of a text in which as many letters as a limit are expected. Without letters there, the rest is not read. */
const CHARACTERS_PER_LETTER = 100;

/** Counts the letters of a block, or with a limit those at the start of its texts, at least until there are as many. */
export function lettersOf(block: Block, limit = Infinity): Letters {
  const letters: Count = {all: 0, rtl: 0, beginsRtl: false};
  countIn(block, letters, limit);
  return letters;
}

/** The direction of most letters; `undefined` without letters. */
export function directionOf({all, rtl, beginsRtl}: Letters): Direction | undefined {
  if (all === 0) return undefined;
  return rtl >= all * (beginsRtl ? RTL_SHARE_FROM_START : RTL_SHARE) ? 'rtl' : 'ltr';
}

/** The direction of all letters; `undefined` without letters, or with letters of both directions. */
export function onlyDirectionOf({all, rtl}: Letters): Direction | undefined {
  if (all === 0 || (rtl > 0 && rtl < all)) return undefined;
  return rtl > 0 ? 'rtl' : 'ltr';
}

function countIn(block: Block, letters: Count, limit: number): void {
  if (letters.all >= limit) return;
  switch (block.kind) {
    case 'quote':
    case 'list':
    case 'item':
    case 'footnote':
      for (const child of block.children) countIn(child, letters, limit);
      return;
    case 'paragraph':
    case 'html':
      count(
        block.kind === 'paragraph' && block.inlines
          ? inlineText(block.inlines)
          : block.lines.join('\n'),
        letters,
        limit,
      );
      return;
    case 'heading':
      count(block.inlines ? inlineText(block.inlines) : block.text, letters, limit);
      return;
    case 'table':
      for (const row of [block.header, ...block.rows]) {
        if (letters.all >= limit) return;
        for (const cell of row) count(cell, letters, limit);
      }
      return;
    case 'code':
    case 'rule':
    case 'custom':
      return;
  }
}

function count(text: string, letters: Count, limit: number): void {
  const start = text.slice(0, limit * CHARACTERS_PER_LETTER);
  for (const [letter] of start.replace(NEUTRAL, ' ').matchAll(LETTER)) {
    const isRtl = RTL_LETTER.test(letter);
    if (letters.all === 0) letters.beginsRtl = isRtl;
    letters.all++;
    if (isRtl) letters.rtl++;
  }
}
