/** The properties of a character next to a delimiter run that the rules of emphasis need. */
export interface Neighbour {
  readonly space: boolean;
  readonly punctuation: boolean;
  readonly cjk: boolean;
}

const SPACE = /^\s?$/u;
const PUNCTUATION = /^[\p{P}\p{S}\uFDD0-\uFDEF]$/u;
const CJK =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}\u3000-\u303F\uFF00-\uFFEF]$/u;

/**
 * Classifies a character. Chinese, Japanese and Korean have no spaces between words, so a delimiter next to such a
 * character or its punctuation counts as being at a word boundary. Otherwise `**“quoted”**` in a Chinese sentence would
 * not become bold.
 */
function classify(character: string): Neighbour {
  const cjk = CJK.test(character);
  return {space: SPACE.test(character), punctuation: !cjk && PUNCTUATION.test(character), cjk};
}

/** A table for the most frequent characters, because property escapes are slow. */
const ASCII = Array.from({length: 128}, (_, code) => classify(String.fromCharCode(code)));

function look(character: string): Neighbour {
  return ASCII[character.charCodeAt(0)] ?? classify(character);
}

export function before(text: string, at: number): Neighbour {
  const low = text.charCodeAt(at - 1);
  const from = low >= 0xdc00 && low <= 0xdfff ? at - 2 : at - 1;
  return look(from < 0 ? '' : text.slice(from, at));
}

export function after(text: string, at: number): Neighbour {
  const point = text.codePointAt(at);
  return look(point === undefined ? '' : String.fromCodePoint(point));
}

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
