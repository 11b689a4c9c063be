/* URLs of a conversation. Relative ones are resolved against the URL of the page. */

import {parseAddress} from '../../../controller/http/address.js';
import {visibleText} from '../../../core/values.js';

const WEB: ReadonlySet<string> = new Set(['http:', 'https:']);
const LINKS: ReadonlySet<string> = new Set([...WEB, 'mailto:', 'tel:']);

/** Rejected anywhere in a URL, because a redirector might extract it. */
const SCRIPT = /(?:java|vb)script:/i;

/** A URL with `http:` or `https:`, such as that of a source or a file; `undefined` for any other. */
export function safeUrl(url: string | undefined): string | undefined {
  const target = url ? parse(url) : undefined;
  return target && WEB.has(target.protocol) ? target.href : undefined;
}

/** The host of a file, unless it has the origin of the page or of the chat's endpoint. */
export function foreignHost(url: string, endpoint = ''): string | undefined {
  const {origin, host} = new URL(url);
  const own = ['', endpoint].map(address => parse(address)?.origin);
  return own.includes(origin) ? undefined : host;
}

/** A URL with the origin of the page; `undefined` for any other, and on a server. */
export function ownUrl(url: string): string | undefined {
  const target = typeof location === 'undefined' ? undefined : safeUrl(url);
  return target && new URL(target).origin === location.origin ? target : undefined;
}

/** The base of relative URLs on a server, which has no page. */
export const noPage = new URL('https://page.invalid');

/** The target of a link in a text; `undefined` if it is not allowed. */
export function linkTarget(href: string | undefined): URL | undefined {
  const unsafe = href === undefined || SCRIPT.test(href);
  const url = unsafe ? undefined : parse(href, noPage.href);
  return url && LINKS.has(url.protocol) ? url : undefined;
}

const IMAGE_DATA = /^data:image\/(?:avif|gif|jpeg|png|webp)[;,]/i;

/** The URL of an image in a text; `undefined` if it is not allowed. A `data:` URL may be long. */
export function imageSource(src: string): URL | undefined {
  const url = IMAGE_DATA.test(src) ? URL.parse(src) : parse(src);
  return url && (WEB.has(url.protocol) || IMAGE_DATA.test(url.href)) ? url : undefined;
}

function parse(address: string, onServer?: string): URL | undefined {
  const base = typeof document === 'undefined' ? onServer : document.baseURI;
  return parseAddress(address, base);
}

const CONTROLS = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g;

const named = (character: string): string => `‹U+${(character.codePointAt(0) ?? 0).toString(16)}›`;

/** Makes bidirectional control characters visible, because they can disguise code or URLs. */
export function showControls(text: string): string {
  return text.replace(CONTROLS, named);
}

/**
 * Characters without a picture: controls, fillers, blanks. Before them what belongs to the spelling: line ends, and joiners and
 * selectors of emoji and of scripts that need them.
 */
const INVISIBLE =
  /[\t\n]|\r(?=\n)|(?<=[^\p{ASCII}\p{DI}]\ufe0f?)[\u200c\u200d](?=[^\p{ASCII}\p{DI}])|(?<=[^A-Za-z\s\p{DI}])[\u180b-\u180f\ufe00-\ufe0f\u{e0100}-\u{e01ef}]|([\p{Cc}\p{DI}\u2028\u2029\u2800\ufff9-\ufffb])/gu;

/** A text as the user chooses or has chosen it: as JSON if it has nothing to see. */
export const visibleChoice = (text: string): string =>
  visibleText(text) ?? showInvisible(JSON.stringify(text));

/** Makes all invisible characters visible, for what the user allows. */
export function showInvisible(text: string): string {
  return text.replace(INVISIBLE, (whole, character?: string) =>
    character === undefined ? whole : named(character),
  );
}
