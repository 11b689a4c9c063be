import type {Config, DOMPurify} from 'dompurify';
import {render} from 'lit';
import {unsafeHTML} from 'lit/directives/unsafe-html.js';

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

/** Which HTML of a text is rendered: none (it is displayed as text), inline elements, or block elements too. */
export type RawHtml = 'escape' | 'inline' | 'block';

const NAMES: Readonly<Record<'inline' | 'block', ReadonlySet<string>>> = {
  inline: new Set(INLINE_TAGS.split(' ')),
  block: new Set(CONFIG.ALLOWED_TAGS),
};

const COMMENT = /<!--(?:-?>|[^]*?(?:--!?>|$))/g;

/**
 * Whether HTML may be shown as such, because it has no tag but those that are let through. What has another one is for
 * its reader as it was written: with some elements the words in them would be taken out.
 */
export function isHarmless(html: string, raw: RawHtml): boolean {
  const tags = html.replace(COMMENT, '').matchAll(/<[!?]|<\/?([a-z][^\s/>]*)/gi);
  return raw !== 'escape' && [...tags].every(([, name = '']) => NAMES[raw].has(name.toLowerCase()));
}

/** A comment, or what the platform's parser takes for one; else where a tag begins. */
const MARKUP = new RegExp(
  `${COMMENT.source}|<(?:[!?]|/(?![a-z]))[^>]*>?|(</?[a-z][^\\t\\n\\f\\r />]*)`,
  'gi',
);
/** What parts attributes, and an attribute; as the platform's parser reads them, which knows quotes only in a value. */
const ATTRIBUTE =
  /[\t\n\f\r /]*(?:([^\t\n\f\r />][^\t\n\f\r />=]*)(?:[\t\n\f\r ]*=[\t\n\f\r ]*(?:"[^"]*(?:"|$)|'[^']*(?:'|$)|[^\t\n\f\r >"'][^\t\n\f\r >]*|))?)?/y;
const ATTRIBUTES: ReadonlySet<string> = new Set(CONFIG.ALLOWED_ATTR);

/**
 * Removes comments and attributes that are not allowed, before the text is parsed: parsing an event handler or a style
 * already violates a strict Content Security Policy. An unclosed tag is dropped with the text after it.
 */
function withoutAttributes(html: string): string {
  let kept = '';
  let at = 0;
  MARKUP.lastIndex = 0;
  for (let found = MARKUP.exec(html); found; found = MARKUP.exec(html)) {
    kept += html.slice(at, found.index);
    at = MARKUP.lastIndex;
    const [, start] = found;
    if (start === undefined) continue;
    const [attributes, end] = readAttributes(html, at);
    at = MARKUP.lastIndex = end + 1;
    if (html[end] === '>') kept += `${start}${attributes}>`;
  }
  return kept + html.slice(at);
}

/** The attributes that stay, and where the tag ends. */
function readAttributes(html: string, from: number): [attributes: string, end: number] {
  let attributes = '';
  ATTRIBUTE.lastIndex = from;
  for (;;) {
    const [source = '', name] = ATTRIBUTE.exec(html) ?? [];
    if (name === undefined) return [attributes, ATTRIBUTE.lastIndex];
    if (ATTRIBUTES.has(name.toLowerCase())) attributes += ` ${source}`;
  }
}

/** Most texts have nothing for it to do, so it is fetched when there is something. */
let purifier: DOMPurify | undefined;
let fetching: Promise<void> | undefined;
let isAwaited = false;

/**
 * Resolves when the gate is open, if something has come to it since this was asked last and found it closed; then it is
 * to be drawn again. Rejects where the purifier cannot be fetched; the next one who asks tries again.
 */
export function whenOpen(): Promise<void> | undefined {
  if (!isAwaited) return undefined;
  isAwaited = false;
  return (fetching ??= import('dompurify').then(
    module => void (purifier = module.default),
    (error: unknown) => {
      fetching = undefined;
      throw error;
    },
  ));
}

/**
 * Lets HTML through the gate; while it is closed, as the text that it is. Images in it have not been fetched: no document
 * owns them yet.
 */
export function sanitize(html: string): DocumentFragment {
  if (purifier) {
    // Nothing at all where HTML takes even the body away, whatever the types say.
    const purified = purifier.sanitize(withoutAttributes(html), CONFIG) as DocumentFragment | null;
    return purified ?? document.createDocumentFragment();
  }
  isAwaited = true;
  const text = document.createDocumentFragment();
  text.append(html);
  return text;
}

/** What has been asked for, also in vain. A text may ask for any number of names that there are not. */
const references = new Map<string, string | undefined>();
const MAX_REFERENCES = 4096;

/** What a named character reference stands for: the browser knows all 2,231 of them. */
export function decodeReference(reference: string): string | undefined {
  if (!/^&\w+;$/.test(reference)) return undefined;
  if (!references.has(reference)) {
    if (references.size === MAX_REFERENCES) references.clear();
    references.set(reference, lookUp(reference));
  }
  return references.get(reference);
}

function lookUp(reference: string): string | undefined {
  const place = document.createElement('div');
  // `decodeReference` admits no characters but those of a reference. Lit has the Trusted Types policy.
  render(unsafeHTML(reference), place);
  const {textContent} = place;
  // HTML still reads `&not` out of `&nothing;`; Markdown does not, and only one name stands for a semicolon.
  const inPart = textContent.endsWith(';') && reference !== '&semi;';
  return textContent === reference || inPart ? undefined : textContent;
}
