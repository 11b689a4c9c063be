import type {Config} from 'dompurify';
import {render} from 'lit';
import {unsafeHTML} from 'lit/directives/unsafe-html.js';
import {LazyModule} from '../../controller/lazy-module.js';

/*
 * The HTML sanitizer: the only place where a string becomes HTML. It uses an allowlist of tags and attributes and
 * removes everything else. The result cannot load, run, style or name anything.
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

/** Tags that may be used inline in Markdown, without attributes. */
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
 * Whether HTML may be rendered, because it contains only allowed tags. Other HTML is displayed as text, because
 * sanitizing some elements removes their text too.
 */
export function isHarmless(html: string, raw: RawHtml): boolean {
  const tags = html.replace(COMMENT, '').matchAll(/<[!?]|<\/?([a-z][^\s/>]*)/gi);
  return raw !== 'escape' && [...tags].every(([, name = '']) => NAMES[raw].has(name.toLowerCase()));
}

/** A comment, or markup that parsers treat as one; otherwise the start of a tag. */
const MARKUP = new RegExp(
  `${COMMENT.source}|<(?:[!?]|/(?![a-z]))[^>]*>?|(</?[a-z][^\\t\\n\\f\\r />]*)`,
  'gi',
);
/** A separator and an attribute, parsed like the HTML standard does: quotes count only in values. */
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

/** The allowed attributes of a tag, and the offset of its end. */
function readAttributes(html: string, from: number): [attributes: string, end: number] {
  let attributes = '';
  ATTRIBUTE.lastIndex = from;
  for (;;) {
    const [source = '', name] = ATTRIBUTE.exec(html) ?? [];
    if (name === undefined) return [attributes, ATTRIBUTE.lastIndex];
    if (ATTRIBUTES.has(name.toLowerCase())) attributes += ` ${source}`;
  }
}

/** Loaded when a text contains HTML, because most texts do not. */
export const sanitizer = new LazyModule(async () => (await import('dompurify')).default);

let isMissed = false;

/** Whether `sanitize` was called before the sanitizer had loaded, since the last call of this function. */
export function takeMissedSanitizer(): boolean {
  const missed = isMissed;
  isMissed = false;
  return missed;
}

/**
 * Sanitizes HTML. Until the sanitizer is loaded, returns it as text. Images in the result have not been requested,
 * because the fragment has no active document.
 */
export function sanitize(html: string): DocumentFragment {
  if (sanitizer.value) {
    // Despite its type, the result is `null` if the HTML removes the body.
    const purified = sanitizer.value.sanitize(
      withoutAttributes(html),
      CONFIG,
    ) as DocumentFragment | null;
    return purified ?? document.createDocumentFragment();
  }
  isMissed = true;
  const text = document.createDocumentFragment();
  text.append(html);
  return text;
}

/** Cache of resolved names, including unknown ones. A text may contain any number of unknown names. */
const references = new Map<string, string | undefined>();
const MAX_REFERENCES = 4096;

/** The character of a named character reference, resolved by the browser, which knows all 2,231 of them. */
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
  // Safe, because `decodeReference` admits only characters of a reference. Lit has the Trusted Types policy.
  render(unsafeHTML(reference), place);
  const {textContent} = place;
  // HTML resolves `&not` in `&nothing;`, Markdown does not. Only one name stands for a semicolon.
  const inPart = textContent.endsWith(';') && reference !== '&semi;';
  return textContent === reference || inPart ? undefined : textContent;
}
