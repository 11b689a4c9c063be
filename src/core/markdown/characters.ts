/** The properties of a character next to a delimiter run that the rules of emphasis need. */
export interface Neighbour {
  readonly space: boolean;
  /** Punctuation or a symbol, except of a script without spaces. */
  readonly punctuation: boolean;
  /** Whether it belongs to a script without spaces between words. */
  readonly unspaced: boolean;
}

const SPACE = /^\s?$/u;
const PUNCTUATION = /^[\p{P}\p{S}\uFDD0-\uFDEF]$/u;
/** Characters of scripts without spaces between words, or with particles that are written without a space. */
export const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\u3000-\u303F\uFF00-\uFFEF]/u;

/**
 * Classifies a character. A delimiter next to a character of a script without spaces, or to its punctuation, counts as
 * being at a word boundary. Otherwise `**“quoted”**` in a Chinese sentence would not become bold.
 */
function classify(character: string): Neighbour {
  const unspaced = UNSPACED.test(character);
  const punctuation = !unspaced && PUNCTUATION.test(character);
  return {space: SPACE.test(character), punctuation, unspaced};
}

/** Dashes, minus signs and lines, which models write for each other, for a character class. */
export const DASHES = '\\-\u2010-\u2015\u2212\u2500\u2501\u30FC';

/** Whether a character is punctuation or a symbol of any script. */
export const isPunctuation = (character: string): boolean => PUNCTUATION.test(character);

/** A table for the most frequent characters, because property escapes are slow. */
const ASCII = Array.from({length: 128}, (_, code) => classify(String.fromCharCode(code)));

function look(character: string): Neighbour {
  return ASCII[character.charCodeAt(0)] ?? classify(character);
}

/** The character that ends at an offset; empty at the start. */
export function characterBefore(text: string, at: number): string {
  const low = text.charCodeAt(at - 1);
  const from = low >= 0xdc00 && low <= 0xdfff ? at - 2 : at - 1;
  return from < 0 ? '' : text.slice(from, at);
}

/** The character that begins at an offset; empty at the end. */
export function characterAfter(text: string, at: number): string {
  const point = text.codePointAt(at);
  return point === undefined ? '' : String.fromCodePoint(point);
}

export const before = (text: string, at: number): Neighbour => look(characterBefore(text, at));

export const after = (text: string, at: number): Neighbour => look(characterAfter(text, at));

/** The characters that Markdown strips. Other spaces, such as no-break and ideographic spaces, are text. */
const BLANKS = ' \t\n';

/** Removes spaces, tabs and line ends from the end of a text. */
export function trimBlanksEnd(text: string): string {
  return trimEndOf(text, BLANKS);
}

/** Removes spaces, tabs and line ends from both ends of a text. */
export function trimBlanks(text: string): string {
  let start = 0;
  while (start < text.length && BLANKS.includes(text.charAt(start))) start++;
  return trimBlanksEnd(text.slice(start));
}

/** Removes these characters from the end of a text. A regular expression would try to match at every occurrence. */
export function trimEndOf(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end--;
  return text.slice(0, end);
}
