/** What the rules of emphasis ask of the characters beside a run of delimiters. */
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
 * Chinese, Japanese and Korean are written without spaces between words, so a delimiter beside such a character, or
 * beside their punctuation, counts as standing at the border of a word. Without this, `**“quoted”**` in the middle of a
 * Chinese sentence would stay stars.
 */
function classify(character: string): Neighbour {
  const cjk = CJK.test(character);
  return {space: SPACE.test(character), punctuation: !cjk && PUNCTUATION.test(character), cjk};
}

/** Most characters are these, and property escapes are slow. */
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

/** What Markdown strips. Other spaces, such as the no-break and the ideographic space, are part of the text. */
const BLANKS = ' \t\n';

/** A text without spaces, tabs and line ends at its end. */
export function trimBlanksEnd(text: string): string {
  return trimEndOf(text, BLANKS);
}

/** A text without spaces, tabs and line ends around it. */
export function trimBlanks(text: string): string {
  let start = 0;
  while (start < text.length && BLANKS.includes(text.charAt(start))) start++;
  return trimBlanksEnd(text.slice(start));
}

/** A text without so many of these characters at its end. A regular expression would look at every run of them. */
export function trimEndOf(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end--;
  return text.slice(0, end);
}
