import purifier, {type Config} from 'dompurify';
import {allowedTags, COMMENT, type HtmlOrigin} from './html-tags.js';

/*
 * The HTML sanitizer: the only place where a string becomes HTML. It uses an allowlist of tags and attributes and
 * removes everything else. The result cannot load, run, style or name anything.
 */

const CONFIG = {
  ALLOWED_TAGS: [...allowedTags],
  ALLOWED_ATTR: 'align alt colspan dir href open reversed rowspan src start title'.split(' '),
  ALLOW_ARIA_ATTR: false,
  ALLOW_DATA_ATTR: false,
  RETURN_DOM_FRAGMENT: true,
} as const satisfies Config;

/** MathML without elements that link or contain HTML, and without attributes that resize or move their content. */
const MATH_TAGS =
  'annotation math mfrac mi mmultiscripts mn mo mover mpadded mphantom mprescripts mroot mrow ms mspace msqrt mstyle ' +
  'msub msubsup msup mtable mtd mtext mtr munder munderover semantics';
const MATH_ATTRIBUTES =
  'accent accentunder columnalign display displaystyle fence form largeop linethickness mathvariant movablelimits ' +
  'rowalign scriptlevel separator stretchy symmetric';

/** What the HTML of extensions may contain: also formulas. */
const EXTENSION_CONFIG = {
  ...CONFIG,
  ALLOWED_TAGS: [...CONFIG.ALLOWED_TAGS, ...MATH_TAGS.split(' ')],
  ALLOWED_ATTR: [...CONFIG.ALLOWED_ATTR, ...MATH_ATTRIBUTES.split(' ')],
};

const CONFIGS = {text: CONFIG, extension: EXTENSION_CONFIG} as const;

/** A comment, or markup that parsers treat as one; otherwise the start of a tag. */
const MARKUP = new RegExp(
  `${COMMENT.source}|<(?:[!?]|/(?![a-z]))[^>]*>?|(</?[a-z][^\\t\\n\\f\\r />]*)`,
  'gi',
);
/** A separator and an attribute, parsed like the HTML standard does: quotes count only in values. */
const ATTRIBUTE =
  /[\t\n\f\r /]*(?:([^\t\n\f\r />][^\t\n\f\r />=]*)(?:[\t\n\f\r ]*=[\t\n\f\r ]*(?:"[^"]*(?:"|$)|'[^']*(?:'|$)|[^\t\n\f\r >"'][^\t\n\f\r >]*|))?)?/y;
const ATTRIBUTES: Readonly<Record<HtmlOrigin, ReadonlySet<string>>> = {
  text: new Set(CONFIG.ALLOWED_ATTR),
  extension: new Set(EXTENSION_CONFIG.ALLOWED_ATTR),
};

/**
 * Removes comments and attributes that are not allowed, before the text is parsed: parsing an event handler or a style
 * already violates a strict Content Security Policy. An unclosed tag is dropped with the text after it.
 */
function withoutAttributes(html: string, origin: HtmlOrigin): string {
  let kept = '';
  let at = 0;
  MARKUP.lastIndex = 0;
  for (let found = MARKUP.exec(html); found; found = MARKUP.exec(html)) {
    kept += html.slice(at, found.index);
    at = MARKUP.lastIndex;
    const [, start] = found;
    if (start === undefined) continue;
    const [attributes, end] = readAttributes(html, at, ATTRIBUTES[origin]);
    at = MARKUP.lastIndex = end + 1;
    if (html[end] === '>') kept += `${start}${attributes}>`;
  }
  return kept + html.slice(at);
}

/** The allowed attributes of a tag, and the offset of its end. */
function readAttributes(
  html: string,
  from: number,
  allowed: ReadonlySet<string>,
): [attributes: string, end: number] {
  let attributes = '';
  ATTRIBUTE.lastIndex = from;
  for (;;) {
    const [source = '', name] = ATTRIBUTE.exec(html) ?? [];
    if (name === undefined) return [attributes, ATTRIBUTE.lastIndex];
    if (allowed.has(name.toLowerCase())) attributes += ` ${source}`;
  }
}

/** Sanitizes HTML. Images in the result have not been requested, because the fragment has no active document. */
export function sanitizeHtml(html: string, origin: HtmlOrigin): DocumentFragment {
  // Despite its type, the result is `null` if the HTML removes the body.
  const purified = purifier.sanitize(
    withoutAttributes(html, origin),
    CONFIGS[origin],
  ) as DocumentFragment | null;
  return purified ?? document.createDocumentFragment();
}
