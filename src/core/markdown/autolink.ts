import {trimEndOf} from './characters.js';
import type {LinkInline} from './inline.js';

const ANGLED =
  /<(?:([A-Za-z][A-Za-z0-9+.-]{1,31}:[^\s<>]*)|([\w.!#$%&'*+/=?^`{|}~-]+@[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?)*))>/y;

/** An address between angle brackets (CommonMark 6.5). */
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

/** Where a bare address begins. Behind a word it is none, but Chinese and Japanese words have no spaces between. */
const BARE =
  /(?<![A-Za-z0-9])(?:https?:\/\/(?=[^\s<>/])|(?<=^|[\s*_~(\u2E80-\uFFFF])www\.(?=[^\s<>/.]))|(?<![\w.+-])[\w.+-]+@[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+)+(?![\w-]|@)/gi;

/** An address ends at white space, at markup, and at the punctuation of Chinese and Japanese. */
const END = '\\s<>`\\u3000-\\u303F\\uFF00-\\uFFEF\\u2018-\\u201F\\uFDD0-\\uFDEF';
const ADDRESS = new RegExp(`[^${END}[\\]]+|[[\\]]`, 'y');

/** What belongs to the sentence at the end of an address. */
const PUNCTUATION = '?!.,:*_~\'"]';

/** The domain, and what follows it that is no such punctuation: nothing where the address is only a domain. */
const DOMAIN = new RegExp(
  `(?:https?://)?([^${END}/?#:\\]]{0,300})(?:[?:][?!.,:*_~'")]*)?([^${END}\\]]?)`,
  'iy',
);

/** With such a character no domain begins. */
const NO_DOMAIN = /^[\p{P}$+<=>^`|~]/u;

/** The first bare address of a text from an offset on (GFM 6.9). */
export function findBareLink(
  text: string,
  from: number,
): {link: LinkInline; start: number; end: number} | undefined {
  BARE.lastIndex = from;
  for (let match = BARE.exec(text); match; match = BARE.exec(text)) {
    const start = match.index;
    if (match[0].includes('@')) {
      const mail = match[0];
      if (!/[A-Za-z]$/.test(mail)) continue; // such as a version: `name@1.2.3`
      return {link: bareLink(mail, `mailto:${mail}`), start, end: start + mail.length};
    }
    if (!hasDomain(text, start)) continue;
    const address = trimAddress(text.slice(start, addressEnd(text, start)));
    if (/^https?:\/\/$/i.test(address)) continue;
    const href = /^www\./i.test(address) ? `http://${address}` : address;
    return {link: bareLink(address, href), start, end: start + address.length};
  }
  return undefined;
}

function bareLink(text: string, href: string): LinkInline {
  return {kind: 'link', href, title: undefined, children: [{kind: 'text', text}], bare: true};
}

/** Asked before the whole address is read: there may be many in each other that have none. */
function hasDomain(text: string, at: number): boolean {
  DOMAIN.lastIndex = at;
  const [source = '', found = '', next = ''] = DOMAIN.exec(text) ?? [];
  const domain = next === '' ? trimEndOf(found, `${PUNCTUATION});`) : found;
  const parts = domain.split('.');
  if (NO_DOMAIN.test(domain)) return false;
  if (/^www\./i.test(source) && parts.length < 2) return false;
  // The last two parts hold no underscore.
  return domain !== '' && parts.slice(-2).every(part => part !== '' && !part.includes('_'));
}

/** Punctuation at the end belongs to the sentence, and so does a bracket that the address did not open. */
function trimAddress(address: string): string {
  let end = address.length;
  let surplus = balance(address);
  for (; end > 0; end--) {
    const last = address.charAt(end - 1);
    if (last === ')' && surplus > 0) surplus--;
    else if (last === ';') end = referenceStart(address, end);
    else if (!PUNCTUATION.includes(last)) break;
  }
  return address.slice(0, end);
}

/** By how many the closing round brackets outnumber those that open. */
function balance(address: string): number {
  let surplus = 0;
  for (const character of address) surplus += character === ')' ? 1 : character === '(' ? -1 : 0;
  return surplus;
}

/** Behind the `&` of the character reference that ends here; else here. */
function referenceStart(address: string, end: number): number {
  const [reference] = /&[A-Za-z0-9]+;$/.exec(address.slice(Math.max(0, end - 33), end)) ?? [];
  return reference === undefined ? end : end - reference.length + 1;
}

/** Where the address ends that begins here, at the latest at a square bracket that it did not open. */
function addressEnd(text: string, from: number): number {
  let depth = 0;
  ADDRESS.lastIndex = from;
  for (let end = from; ; end = ADDRESS.lastIndex) {
    const [part] = ADDRESS.exec(text) ?? [];
    if (part === '[') depth++;
    if (part === undefined || (part === ']' && --depth < 0)) return end;
  }
}
