import DOMPurify, {type Config} from 'dompurify';

/*
 * The gate: the only place where a string becomes HTML. It knows few tags and fewer attributes; what it does not know
 * it takes out. Nothing it lets through loads, runs, styles or names anything.
 */

const BLOCK_TAGS =
  'blockquote dd details div dl dt h1 h2 h3 h4 h5 h6 hr li ol p pre summary table tbody td tfoot th thead tr ul';
const INLINE_TAGS =
  'a b br cite code del dfn em i img ins kbd mark q rp rt ruby s samp small span strong sub sup u var wbr';

const CONFIG = {
  ALLOWED_TAGS: `${BLOCK_TAGS} ${INLINE_TAGS} #text`.split(' '),
  ALLOWED_ATTR: 'align alt colspan dir href open reversed rowspan src start title'.split(' '),
  ALLOW_ARIA_ATTR: false,
  ALLOW_DATA_ATTR: false,
  RETURN_DOM_FRAGMENT: true,
} as const satisfies Config;

/** What may be written in HTML in the middle of a line, without attributes. */
export const inlineTags: ReadonlySet<string> = new Set(
  INLINE_TAGS.split(' ').filter(tag => tag !== 'a' && tag !== 'img'),
);

/** What the gate made of some HTML. */
export interface Sanitized {
  readonly fragment: DocumentFragment;
  /** Whether it took out an element, so that what is left is not what was meant. */
  readonly cut: boolean;
}

/** Lets HTML through the gate. Images in it have not been fetched: no document owns them yet. */
export function sanitize(html: string): Sanitized {
  // Nothing at all where HTML takes even the body away, whatever the types say. The body counts as removed when it is
  // unpacked.
  const purified = DOMPurify.sanitize(html, CONFIG) as DocumentFragment | null;
  const fragment = purified ?? document.createDocumentFragment();
  const cut = DOMPurify.removed.some(
    removed =>
      'element' in removed && removed.element instanceof Element && !isBody(removed.element),
  );
  return {fragment, cut: cut || !purified};
}

function isBody({localName}: Element): boolean {
  return localName === 'body';
}

const references = new Map<string, string>();

/** What a named character reference stands for: the browser knows all 2,231 of them. */
export function decodeReference(reference: string): string | undefined {
  const known = references.get(reference);
  if (known !== undefined) return known;
  const {textContent} = sanitize(reference).fragment;
  // HTML still reads `&not` out of `&nothing;`; Markdown does not, and only one name stands for a semicolon.
  const inPart = textContent.endsWith(';') && reference !== '&semi;';
  if (textContent === reference || inPart) return undefined;
  references.set(reference, textContent);
  return textContent;
}

const LINK_SCHEMES: ReadonlySet<string> = new Set(['http:', 'https:', 'mailto:']);

/** Even inside an honest address, this is there for some redirector to unwrap. */
const SCRIPT = /(?:java|vb)script:/i;

/** An address that a link of a text may lead to, or undefined. */
export function linkTarget(href: string | undefined): URL | undefined {
  const url = href === undefined || SCRIPT.test(href) ? undefined : parseUrl(href);
  return url && LINK_SCHEMES.has(url.protocol) ? url : undefined;
}

/** An address that an image of a text may be loaded from, or undefined. */
export function imageSource(src: string): URL | undefined {
  const url = parseUrl(src);
  if (!url) return undefined;
  const inText = /^data:image\/(?:avif|gif|jpeg|png|webp)[;,]/i.test(url.href);
  return inText || url.protocol === 'http:' || url.protocol === 'https:' ? url : undefined;
}

function parseUrl(address: string): URL | undefined {
  try {
    return new URL(address, document.baseURI);
  } catch {
    return undefined;
  }
}
