import {html as litHtml, svg as litSvg, type TemplateResult} from 'lit';
import {isPrimitive} from 'lit/directive-helpers.js';
import {ownText} from './own-text.js';

/** The prefix of all tag names, set by the first registration on the page. */
let prefix: string | undefined;

const rewritten = new WeakMap<TemplateStringsArray, TemplateStringsArray>();

/** Sets the prefix, unless it is set already. */
export function choosePrefix(wanted: string): void {
  prefix ??= wanted;
}

/** The prefix of tag names in templates; lazily loaded elements are registered with it. */
export const prefixInUse = (): string => prefix ?? 'ubik';

const rename = (text: string): string => text.replace(/(<\/?)ubik-/g, `$1${prefixInUse()}-`);

function renamed(strings: TemplateStringsArray): TemplateStringsArray {
  const known = rewritten.get(strings);
  if (known) return known;
  const fresh = Object.freeze(
    Object.assign(strings.map(rename), {raw: Object.freeze(strings.raw.map(rename))}),
  );
  rewritten.set(strings, fresh);
  return fresh;
}

const knownPlaces = new WeakMap<TemplateStringsArray, readonly boolean[]>();

/** For each value of a template, whether its place is between tags. */
function betweenTags(strings: TemplateStringsArray): readonly boolean[] {
  const known = knownPlaces.get(strings);
  if (known) return known;
  let isInTag = false;
  const places = strings.map(text => {
    const [start, end] = [text.lastIndexOf('<'), text.lastIndexOf('>')];
    if (start !== end) isInTag = start > end;
    return !isInTag;
  });
  knownPlaces.set(strings, places);
  return places;
}

/** The values of a template with its texts written so that they also change, or go, after a translator has replaced their nodes. */
function withOwnTexts(strings: TemplateStringsArray, values: readonly unknown[]): unknown[] {
  const places = betweenTags(strings);
  return values.map((value, n) => (places[n] && isPrimitive(value) ? ownText(value) : value));
}

/** Lit's `html` for all templates of elements: replaces the prefix of `ubik-` tags by the one in use, and has its own texts. */
export function html(strings: TemplateStringsArray, ...values: unknown[]): TemplateResult<1> {
  const used = prefix === undefined || prefix === 'ubik' ? strings : renamed(strings);
  return litHtml(used, ...withOwnTexts(strings, values));
}

/** Lit's `svg` for parts of graphics, with its own texts. */
export const svg = (strings: TemplateStringsArray, ...values: unknown[]): TemplateResult<2> =>
  litSvg(strings, ...withOwnTexts(strings, values));
