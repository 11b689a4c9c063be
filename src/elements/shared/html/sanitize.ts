import {render} from 'lit';
import {unsafeHTML} from 'lit/directives/unsafe-html.js';
import {LazyModule} from '../../../controller/lazy-module.js';
import {allowedTags, COMMENT, INLINE_TAGS, type HtmlOrigin} from './html-tags.js';

/* Which HTML is rendered, and how it waits for the sanitizer. */

/** Tags that may be used inline in Markdown, without attributes. */
export const inlineTags: ReadonlySet<string> = new Set(
  INLINE_TAGS.split(' ').filter(tag => tag !== 'a' && tag !== 'img'),
);

/** Which HTML of a text is rendered: none (it is displayed as text), inline elements, or block elements too. */
export type RawHtml = 'escape' | 'inline' | 'block';

const NAMES: Readonly<Record<'inline' | 'block', ReadonlySet<string>>> = {
  inline: new Set(INLINE_TAGS.split(' ')),
  block: new Set(allowedTags),
};

/**
 * Whether HTML may be rendered, because it contains only allowed tags. Other HTML is displayed as text, because
 * sanitizing some elements removes their text too.
 */
export function isHarmless(html: string, raw: RawHtml): boolean {
  const tags = html.replace(COMMENT, '').matchAll(/<[!?]|<\/?([a-z][^\s/>]*)/gi);
  return raw !== 'escape' && [...tags].every(([, name = '']) => NAMES[raw].has(name.toLowerCase()));
}

/** Loaded when a text contains HTML, because most texts do not. */
export const sanitizer = new LazyModule(() => import('./sanitizer.js'));

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
export function sanitize(html: string, origin: HtmlOrigin = 'text'): DocumentFragment {
  if (sanitizer.value) return sanitizer.value.sanitizeHtml(html, origin);
  isMissed = true;
  const text = document.createDocumentFragment();
  text.append(html);
  return text;
}

/** Cache of resolved names, including unknown ones. A text may contain any number of unknown names. */
const references = new Map<string, string | undefined>();
const MAX_REFERENCES = 4096;

/** The character of a character reference, resolved by the browser, which knows all 2,231 names. */
export function decodeReference(reference: string): string | undefined {
  if (!/^&#?\w+;$/.test(reference)) return undefined;
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
