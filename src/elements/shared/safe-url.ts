/*
 * Addresses out of a conversation. Relative ones, and those within the page, are read against the address of the page.
 */

import {parseAddress} from '../../controller/http/address.js';

const WEB: ReadonlySet<string> = new Set(['http:', 'https:']);
const LINKS: ReadonlySet<string> = new Set([...WEB, 'mailto:', 'tel:']);

/** Even inside an honest address, this is there for some redirector to unwrap. */
const SCRIPT = /(?:java|vb)script:/i;

/** An address of the web that may be followed, such as that of a source or a file. */
export function safeUrl(url: string | undefined): string | undefined {
  const target = url ? parse(url) : undefined;
  return target && WEB.has(target.protocol) ? target.href : undefined;
}

/** The host of a file's address, unless it is of the same origin as the page or as the chat's endpoint. */
export function foreignHost(url: string, endpoint = ''): string | undefined {
  const {origin, host} = new URL(url);
  const own = ['', endpoint].map(address => parse(address)?.origin);
  return own.includes(origin) ? undefined : host;
}

/** What relative addresses are read against on a server, which has no page. */
export const noPage = new URL('https://page.invalid');

/** An address that a link of a text may lead to, or undefined. */
export function linkTarget(href: string | undefined): URL | undefined {
  const unsafe = href === undefined || SCRIPT.test(href);
  const url = unsafe ? undefined : parse(href, noPage.href);
  return url && LINKS.has(url.protocol) ? url : undefined;
}

const IMAGE_DATA = /^data:image\/(?:avif|gif|jpeg|png|webp)[;,]/i;

/** An address that an image of a text may be loaded from, or undefined. An address that is the image itself may be long. */
export function imageSource(src: string): URL | undefined {
  const url = IMAGE_DATA.test(src) ? URL.parse(src) : parse(src);
  return url && (WEB.has(url.protocol) || IMAGE_DATA.test(url.href)) ? url : undefined;
}

function parse(address: string, onServer?: string): URL | undefined {
  const base = typeof document === 'undefined' ? onServer : document.baseURI;
  return parseAddress(address, base);
}

const CONTROLS = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g;

/** A text in which the characters that turn the direction of writing show: code or an address could lie by them. */
export function showControls(text: string): string {
  return text.replace(CONTROLS, control => `‹U+${control.charCodeAt(0).toString(16)}›`);
}
