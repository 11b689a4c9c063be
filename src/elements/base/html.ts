import {html as litHtml, type TemplateResult} from 'lit';

/** Tag names begin with this. The first registration on the page chooses it. */
let prefix: string | undefined;

const rewritten = new WeakMap<TemplateStringsArray, TemplateStringsArray>();

/** Takes the prefix under which elements are being registered; the first one stays. */
export function choosePrefix(wanted: string): void {
  prefix ??= wanted;
}

/** The prefix that templates write, also for an element that is registered late. */
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

/** Lit's `html`, for templates that write our own tags: they follow the prefix in use. */
export function html(strings: TemplateStringsArray, ...values: unknown[]): TemplateResult<1> {
  const used = prefix === undefined || prefix === 'ubik' ? strings : renamed(strings);
  return litHtml(used, ...values);
}
