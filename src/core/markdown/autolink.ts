import {trimEndOf} from './characters.js';
import {unescape, type Decode} from './destination.js';
import type {LinkInline} from './inline.js';

const ANGLED =
  /<(?:([A-Za-z][A-Za-z0-9+.-]{1,31}:[^\s<>]*)|([\w.!#$%&'*+/=?^`{|}~-]+@[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?)*))>/y;

/** Reads an autolink in angle brackets (CommonMark 6.5). */
export function readAutolink(
  text: string,
  at: number,
): {link: LinkInline; end: number} | undefined {
  ANGLED.lastIndex = at;
  const [, address, mail] = ANGLED.exec(text) ?? [];
  if (address === undefined && mail === undefined) return undefined;
  const link = bareLink(address ?? mail ?? '', address ?? `mailto:${mail ?? ''}`);
  return {link, end: ANGLED.lastIndex};
}

/**
 * The start of a bare URL or e-mail address. It cannot follow a word, except in Chinese and Japanese, which have no
 * spaces between words.
 */
const BARE =
  /(?<![A-Za-z0-9])(?:https?:\/\/(?=[^\s<>/])|(?<=^|[\s*_~(,;|'\u2E80-\uFFFF])www\.(?=[^\s<>/.]))|(?<![\w.+-])(?:mailto:)?[\w.+-]+@[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+)+(?![\w-]|@)/gi;

/**
 * Characters that end a bare URL: white space, markup, quotes, Chinese and Japanese punctuation, invisible characters, bullets,
 * arrows, numerals in circles, lines, shapes and pictures.
 */
const END =
  '\\s<>`"\\u3000-\\u303F\\uFF00-\\uFFEF\\u2018-\\u201F\\uFDD0-\\uFDEF' +
  '\\u200B-\\u200F\\u202A-\\u202E\\u2060-\\u2069\\uFEFF\\u2022\\u2023\\u2043' +
  '\\u2190-\\u21FF\\u2460-\\u24FF\\u3200-\\u32FF\\u2500-\\u266C\\u2670-\\u27FF\\u2900-\\u297F\\u2B00-\\u2BFF' +
  '\\p{Extended_Pictographic}\\p{Regional_Indicator}\\p{Emoji_Modifier}';

/** Punctuation that belongs to the sentence if it is at the end of a URL, as does that of other scripts. */
const PUNCTUATION = "?!.,:*_~'|\\™";
const FOREIGN_PUNCTUATION = /^(?=\P{ASCII})\p{P}$/u;

/** A letter of another script that is glued to a letter or digit of ASCII. */
const GLUED_LETTER = /(?<=[A-Za-z0-9])(?!\p{Script=Latin})[\p{L}\p{M}]/u;

const UNSPACED_LETTERS =
  '[\\p{scx=Han}\\p{scx=Hiragana}\\p{scx=Katakana}\\p{scx=Hangul}\\p{scx=Thai}\\p{scx=Lao}\\p{scx=Khmer}\\p{scx=Myanmar}' +
  '\\p{scx=Arabic}\\p{scx=Hebrew}]';

/**
 * Letters and punctuation that go on without a space after an address whose own characters are ASCII, also after punctuation of
 * the sentence, which may end a character reference. Colons and full stops are as likely a part of the address.
 */
const GLUED_END = new RegExp(
  `(?=\\P{ASCII})(?<=[A-Za-z0-9)}\\]][!,;']*)(?:(?=\\P{ASCII})(?:${UNSPACED_LETTERS}|\\p{P}))+$`,
  'u',
);

/** Before such a letter. */
const BEFORE_GLUED = `(?=(?=\\P{ASCII})${UNSPACED_LETTERS})`;

/** A delimiter of emphasis before such a letter. */
const GLUED_MARKUP = `(?:(?<!\\*)\\*+|~~|__)${BEFORE_GLUED}`;

/** A sign that makes a picture of the character before it, such as a digit on a key. */
const PICTURE = '\\d?[\\uFE0F\\u20E3]';

/** The start of the next address after such letters, or after a separator of a list. */
const NEXT_ADDRESS = `(?=https?://|www\\.[^${END}/.])(?<=(?=\\P{ASCII})${UNSPACED_LETTERS}|[,;|'])`;

/** A part of a URL: a sign that says where it ends, or characters between such signs. */
const PART = new RegExp(
  `(?:(?!${NEXT_ADDRESS}|${GLUED_MARKUP}|${PICTURE})[^${END}/?#()[\\]{}])+|[/?#()[\\]{}]`,
  'iuy',
);
const GLUED = new RegExp(BEFORE_GLUED, 'uy');
const WORD = /[\p{L}\p{N}]/uy;

/** The domain, skipped punctuation, and the next character, which is empty if the URL is only a domain. */
const DOMAIN = new RegExp(
  `(?:https?://)?([^${END}/?#:\\]]{0,300})(?:[?:][?!.,:*_~'\\)]*)?([^${END}\\]]?)`,
  'iuy',
);

/** An address of IPv6 instead of a domain, which may have no end yet. */
const IPV6 = /https?:\/\/\[[\da-f]{0,4}:[\da-f:.]*(?:%[\w.~-]*)?(\]|$)/iy;

/** A bracket that is open before an address. */
const OPEN_BRACKET = /\([^()]*$/;

/** Characters with which a domain cannot begin. */
const NO_DOMAIN = /^[\p{P}$+<=>^`|~]/u;

/**
 * Finds the first bare URL or e-mail address at or after an offset (GFM 6.9). Escapes and character references in a URL are those
 * of the text around it: no URL contains a backslash.
 *
 * @param open Whether the text may continue, so that an address of IPv6 may still end.
 */
export function findBareLink(
  text: string,
  from: number,
  decode: Decode,
  open = false,
): {link: LinkInline; start: number; end: number} | undefined {
  BARE.lastIndex = from;
  for (let match = BARE.exec(text); match; match = BARE.exec(text)) {
    const start = match.index;
    if (match[0].includes('@')) {
      const mail = match[0];
      if (!/[A-Za-z]$/.test(mail)) continue; // such as a version: `name@1.2.3`
      const href = /^mailto:/i.test(mail) ? mail : `mailto:${mail}`;
      return {link: bareLink(mail, href), start, end: start + mail.length};
    }
    if (!hasIpv6(text, start, open) && !hasDomain(text, start)) continue;
    const inBrackets = OPEN_BRACKET.test(text.slice(Math.max(0, start - 200), start));
    const end = addressEnd(text, start, start + match[0].length, inBrackets);
    const found = withoutGlued(text.slice(start, end));
    // A character reference may arrive, or an escaped one.
    const source = open && end === text.length ? found.replace(/\\?&#?\w{0,8}$/, '') : found;
    if (/^https?:\/\/$/i.test(source)) continue;
    const address = unescape(source, decode);
    const href = /^www\./i.test(address) ? `http://${address}` : address;
    return {link: bareLink(address, href), start, end: start + source.length};
  }
  return undefined;
}

function bareLink(text: string, href: string): LinkInline {
  return {kind: 'link', href, title: undefined, children: [{kind: 'text', text}], bare: true};
}

function hasIpv6(text: string, at: number, open: boolean): boolean {
  IPV6.lastIndex = at;
  const end = IPV6.exec(text)?.[1];
  return end === ']' || (end === '' && open);
}

/** Checks the domain before the complete URL is read, because a text may contain many nested starts without one. */
function hasDomain(text: string, at: number): boolean {
  DOMAIN.lastIndex = at;
  const [source = '', found = '', next = ''] = DOMAIN.exec(text) ?? [];
  const domain = next === '' ? trimEndOf(found, `${PUNCTUATION});`) : found;
  const parts = domain.split('.');
  if (NO_DOMAIN.test(domain)) return false;
  if (/^www\./i.test(source) && parts.length < 2) return false;
  // The last two labels of a domain contain no underscore.
  return domain !== '' && parts.slice(-2).every(part => part !== '' && !part.includes('_'));
}

/**
 * Removes what follows an address without a space: letters of a script without spaces, or of right-to-left scripts. They stay
 * in a path if more of the address follows them, or if they follow a separator.
 */
const withoutGlued = (source: string): string =>
  trimAddress(trimAddress(source).replace(GLUED_END, ''));

/** The offset of a glued letter in the last label of the domain or in the port: with it the link would be dead. */
function domainLimit(address: string): number {
  const [host = ''] = /^(?:https?:\/\/)?[^/?#]*/i.exec(address) ?? [];
  const label = Math.max(host.lastIndexOf('.'), host.lastIndexOf('/')) + 1;
  const at = host.slice(label).search(GLUED_LETTER);
  return at < 0 ? Infinity : label + at;
}

/** Removes punctuation from the end, and closing brackets that the URL did not open. */
function trimAddress(address: string): string {
  let end = address.length;
  let surplus = surplusClosers(address);
  for (; end > 0; end--) {
    const last = address.charAt(end - 1);
    if (last === ')' && surplus > 0) surplus--;
    else if (last === ';') end = referenceStart(address, end);
    else if (!PUNCTUATION.includes(last) && !FOREIGN_PUNCTUATION.test(last)) break;
  }
  return address.slice(0, end);
}

/** The number of closing round brackets minus the number of opening ones. */
function surplusClosers(address: string): number {
  let surplus = 0;
  for (const character of address) surplus += character === ')' ? 1 : character === '(' ? -1 : 0;
  return surplus;
}

/** The offset after the `&` of a character reference that ends at `end`; without one, `end`. */
function referenceStart(address: string, end: number): number {
  const [reference] = /&[A-Za-z0-9]+;$/.exec(address.slice(Math.max(0, end - 33), end)) ?? [];
  return reference === undefined ? end : end - reference.length + 1;
}

/**
 * The end of the URL whose scheme ends at `host`. It ends at a glued letter in its host, before markup around it and such a
 * letter, at a square bracket or brace that it did not open, and, in brackets, at the one that closes them, unless a word
 * follows. Nothing behind that end is read, because the next URL may begin there.
 */
function addressEnd(text: string, from: number, host: number, inBrackets: boolean): number {
  let [depth, surplus] = [0, 0];
  let [isInHost, mayClose] = [true, inBrackets];
  PART.lastIndex = host;
  for (let end = host; ; end = PART.lastIndex) {
    const [part = ''] = PART.exec(text) ?? [];
    if (part === '[' || part === '{') depth++;
    if (part === ']' || part === '}') depth--;
    if (part === '(') surplus--;
    let isOver = part === '' || depth < 0;
    if (part === ')') {
      isOver = ++surplus > 0 && mayClose && !isAt(WORD, text, end + 1);
      if (surplus > 0) mayClose = false;
      isOver ||= surplus > 0 && isAt(GLUED, text, end + 1);
    }
    if (isInHost && (isOver || '/?#'.includes(part))) {
      const limit = domainLimit(text.slice(from, end));
      if (limit < Infinity) return from + limit;
      isInHost = false;
    }
    if (isOver) return end;
  }
}

function isAt(pattern: RegExp, text: string, at: number): boolean {
  pattern.lastIndex = at;
  return pattern.test(text);
}
