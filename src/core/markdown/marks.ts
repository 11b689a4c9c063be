import type {Mark} from '../model/item.js';
import {isRaw, type Block} from './block.js';
import {trimBlanksEnd, trimEndOf} from './characters.js';

/*
 * A citation mark passes through the parser inside the text, encoded in Unicode noncharacters (U+FDD0 to U+FDEF): its
 * index in base 16 and a terminator. These characters are replaced in the text first, so that a text cannot contain
 * forged marks.
 */
const FIRST_DIGIT = 0xfdd0;
const TERMINATOR = '\uFDEF';
const FORGED = /[\uFDD0-\uFDEF]/g;
const SPELT = /[\uFDD0-\uFDDF]{1,8}\uFDEF/g;
const GROUP = new RegExp(`(?:${SPELT.source})+`, 'g');
const SPELT_HERE = new RegExp(SPELT.source, 'y');

/** An index as noncharacters, without a terminator. */
export function spellIndex(index: number): string {
  const digits = Array.from(index.toString(16), digit => FIRST_DIGIT + parseInt(digit, 16));
  return String.fromCharCode(...digits);
}

/** The index that these noncharacters spell. */
export function readIndex(digits: string): number {
  let index = 0;
  for (const digit of digits) index = index * 16 + digit.charCodeAt(0) - FIRST_DIGIT;
  return index;
}

/** The characters that represent the mark with this index in a text. */
export const spellMark = (index: number): string => spellIndex(index) + TERMINATOR;

const read = (spelt: string): number => readIndex(spelt.slice(0, -1));

/**
 * The text from an offset on, with the marks inserted at their offsets.
 *
 * @param first The index of the first of these marks.
 */
export function insertMarks(
  text: string,
  marks: readonly Mark[],
  from: number,
  first: number,
): string {
  let spelt = '';
  let at = from;
  for (const [index, mark] of marks.entries()) {
    const offset = Math.min(Math.max(markOffset(text, mark), at), text.length);
    spelt += text.slice(at, offset).replace(FORGED, '\uFFFD') + spellMark(first + index);
    at = offset;
  }
  return spelt + text.slice(at).replace(FORGED, '\uFFFD');
}

/**
 * The offset at which a mark is inserted. A mark at the start of a line, or after quote markers only, moves to the end
 * of the previous line with text, where it does not break syntax. A mark inside a character of two halves moves before it.
 */
export function markOffset(text: string, mark: Mark): number {
  const inside = (text.codePointAt(mark.offset - 1) ?? 0) > 0xffff;
  const offset = inside ? mark.offset - 1 : mark.offset;
  let end = offset;
  let at = Math.min(offset, text.length) - 1;
  for (; at >= 0 && /[\s>]/.test(text.charAt(at)); at--) {
    if (/[\r\n]/.test(text.charAt(at))) end = at;
  }
  while (end < offset && /\s/.test(text.charAt(end - 1))) end--;
  return at < 0 ? offset : end;
}

/** Replaces the marks of a text. Marks at the same offset are replaced at once; `before` is the text since the last ones. */
export function replaceMarks(
  text: string,
  replace: (indexes: readonly number[], before: string) => string,
): string {
  let from = 0;
  return text.replace(GROUP, (spelt, at: number) => {
    const before = text.slice(from, at);
    from = at + spelt.length;
    return replace(extractMarks(spelt)[1], before);
  });
}

/** Reads the mark at this offset: its index and its end. */
export function readMark(text: string, at: number): {index: number; end: number} | undefined {
  SPELT_HERE.lastIndex = at;
  const found = SPELT_HERE.exec(text);
  return found ? {index: read(found[0]), end: SPELT_HERE.lastIndex} : undefined;
}

export function hasMarks(text: string): boolean {
  return text.includes(TERMINATOR);
}

/** Removes the marks from a text and returns both. */
export function extractMarks(text: string): [text: string, marks: readonly number[]] {
  if (!hasMarks(text)) return [text, []];
  return [text.replace(SPELT, ''), [...text.matchAll(SPELT)].map(([spelt]) => read(spelt))];
}

/** The end of a line with its marks, of this length without them. A mark directly before it stays there. */
export function markedEnd(line: string, length: number): string {
  let from = line.length - length;
  for (const {index, 0: spelt} of [...line.matchAll(SPELT)].reverse())
    if (index + spelt.length > from) from -= spelt.length;
  return line.slice(from);
}

/** A fence, or the definition of a link, after the markers of containers. */
const SYNTAX =
  /^(?:[\s>]|[-+*][ \t]|\d{1,9}[.)][ \t])*(?:`{3,}[^`]*$|~{3,}|\[(?!\^)[^\]]+\]:[ \t]*(?=\S*[./#:])\S+(?:[ \t]+["'(].*)?$)/;

/** Removes the marks from a line of code or syntax. They are rendered after the block. In other lines, they move to the text. */
export function extractLineMarks(
  line: string,
  tip: Block | undefined,
): [line: string, marks: readonly number[]] {
  if (!hasMarks(line)) return [line, []];
  const pulled = extractMarks(line);
  const raw = tip !== undefined && isRaw(tip);
  const isSyntax = raw || !/[\p{L}\p{N}]/u.test(pulled[0]) || SYNTAX.test(pulled[0]);
  return isSyntax ? pulled : [placeMarks(line), []];
}

const MARKERS = /^(?:[ \t>]|#{1,6}[ \t]|[-+*][ \t]|\d{1,9}[.)][ \t]|\[[ xX]\][ \t])*\|?/;

/** Moves the marks of a line behind the markers at its start, and before the syntax at its end. */
export function placeMarks(line: string): string {
  const [text] = extractMarks(line);
  const from = MARKERS.exec(text)?.[0].length ?? 0;
  const to = Math.max(from, textEnd(text));
  let moved = '';
  let at = 0;
  let removed = 0;
  for (const {index, 0: spelt} of line.matchAll(SPELT)) {
    const offset = Math.min(Math.max(index - removed, from), to);
    removed += spelt.length;
    moved += text.slice(at, offset) + spelt;
    at = offset;
  }
  return moved + text.slice(at);
}

/** The end of the text of a line: before the last pipe of a row, closing hashes, a backslash and blanks. */
function textEnd(line: string): number {
  const text = trimBlanksEnd(line);
  const [, first] = /^[\s>]*([|#]?)/.exec(text) ?? [];
  if (first === '#') {
    const title = trimEndOf(text, '#');
    if (/\s$/.test(title) || title.length < text.length - 1) return trimBlanksEnd(title).length;
  }
  const ends = /(?<!\\)\\$/.test(text) || (first === '|' && /[^\\]\|$/.test(text));
  return ends ? trimBlanksEnd(text.slice(0, -1)).length : text.length;
}
