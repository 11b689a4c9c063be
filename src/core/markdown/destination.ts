/** The text of a named character reference such as `&copy;`; `undefined` for an unknown name. */
export type Decode = (reference: string) => string | undefined;

/** A part of the text without its delimiters, and the offset of its end. */
export interface ParsedPart {
  readonly value: string;
  readonly end: number;
}

const ESCAPE_OR_REFERENCE = /\\([!-/:-@[-`{-~])|&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|\w{1,31});/g;

/** Resolves backslash escapes and character references (CommonMark 2.4 and 2.5). */
export function unescape(text: string, decode: Decode): string {
  if (!/[\\&]/.test(text)) return text;
  return text.replace(
    ESCAPE_OR_REFERENCE,
    (source: string, escaped?: string, decimal?: string, hexadecimal?: string) =>
      escaped ?? readReference(source, decimal, hexadecimal, decode) ?? source,
  );
}

export function readReference(
  source: string,
  decimal: string | undefined,
  hexadecimal: string | undefined,
  decode: Decode,
): string | undefined {
  if (decimal === undefined && hexadecimal === undefined) return decode(source);
  const code = decimal === undefined ? parseInt(hexadecimal ?? '', 16) : parseInt(decimal, 10);
  const impossible = code === 0 || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff);
  return impossible ? '\uFFFD' : String.fromCodePoint(code);
}

/** Skips spaces and at most one line end. */
export function skipSpace(text: string, at: number): number {
  const space = /[ \t]*(?:\n[ \t]*)?/y;
  space.lastIndex = at;
  space.test(text);
  return space.lastIndex;
}

const ADDRESS = /^(?:[a-z][a-z\d+.-]+:|www\.|\/|#|\.{1,2}\/)/i;

/** Whether a text begins like an address. */
export const beginsAddress = (text: string): boolean => ADDRESS.test(text);

const ADDRESS_STARTS =
  'http: https: mailto: tel: data: blob: file: sandbox: attachment: www. ../'.split(' ');

/** Whether a text may be the beginning of an address. */
export const mayBeginAddress = (text: string): boolean =>
  ADDRESS_STARTS.some(known => known.startsWith(text.toLowerCase()));

const ANGLED = /<((?:[^<>\\\n]|\\.)*)>/y;
const MAX_DEPTH = 32;

/**
 * Reads a link destination: in angle brackets, or up to white space or an unmatched closing bracket.
 *
 * @param open Whether it may end with the text, although its brackets are not closed.
 */
export function readDestination(text: string, at: number, open = false): ParsedPart | undefined {
  if (text[at] === '<') {
    ANGLED.lastIndex = at;
    const value = ANGLED.exec(text)?.[1];
    if (value !== undefined) return {value, end: ANGLED.lastIndex};
    const isOpen = open && /^<[^<>\n]*$/.test(text.slice(at));
    return isOpen ? {value: text.slice(at + 1), end: text.length} : undefined;
  }
  let depth = 0;
  let end = at;
  for (; end < text.length; end++) {
    const character = text.charAt(end);
    if (character === '\\' && /[!-/:-@[-`{-~]/.test(text.charAt(end + 1))) end++;
    else if (character === '(' && ++depth > MAX_DEPTH) return undefined;
    else if (character === ')' && --depth < 0) break;
    else if (character <= ' ' || character === '\u007F') break;
  }
  const isClosed = depth <= 0 || (open && end === text.length);
  return isClosed ? {value: text.slice(at, end), end} : undefined;
}

const TITLE = /"((?:[^"\\]|\\[^])*)"|'((?:[^'\\]|\\[^])*)'|\(((?:[^()\\]|\\[^])*)\)/y;

/** Reads a link title. It contains no blank line, because its paragraph contains none. */
export function readTitle(text: string, at: number): ParsedPart | undefined {
  TITLE.lastIndex = at;
  const found = TITLE.exec(text);
  if (!found) return undefined;
  return {value: found[1] ?? found[2] ?? found[3] ?? '', end: TITLE.lastIndex};
}
