import {Registry} from '../../core/registry.js';
import {en, type Labels} from './en.js';

/** A table of labels, or a function that loads it. */
export type Locale = Labels | (() => Promise<Labels>);

/**
 * Languages of the interface by lower-case BCP 47 tag. An element uses the language of the nearest `lang` attribute and
 * loads its table when needed; without a matching table it uses English.
 */
export const locales = new Registry<Locale>();

locales.register('en', en);
locales.register('ar', async () => (await import('./ar.js')).ar);
locales.register('de', async () => (await import('./de.js')).de);
locales.register('es', async () => (await import('./es.js')).es);
locales.register('fr', async () => (await import('./fr.js')).fr);
locales.register('ja', async () => (await import('./ja.js')).ja);
locales.register('zh', async () => (await import('./zh.js')).zh);

/** Requested tables by locale and tag, so that the same tag always returns the same object. */
const known = new Map<Locale, Map<string, Labels | Promise<Labels>>>();

/** The labels for a language tag, with the number formats of that tag. Rejects if the table cannot be loaded. */
export function readLocale(tag: string): Labels | Promise<Labels> {
  const locale = nearest(tag);
  if (!locale) return en;
  const regions = known.get(locale) ?? new Map<string, Labels | Promise<Labels>>();
  known.set(locale, regions);
  let labels = regions.get(tag);
  if (!labels) {
    labels = typeof locale === 'function' ? load(locale, tag, regions) : regional(locale, tag);
    regions.set(tag, labels);
  }
  return labels;
}

/** Looks up `fr-CA` first, then `fr`. */
function nearest(tag: string): Locale | undefined {
  for (const parts = tag.toLowerCase().split('-'); parts.length > 0; parts.pop()) {
    const locale = locales.get(parts.join('-'));
    if (locale) return locale;
  }
  return undefined;
}

async function load(
  locale: () => Promise<Labels>,
  tag: string,
  regions: Map<string, Labels | Promise<Labels>>,
): Promise<Labels> {
  try {
    const labels = regional(await locale(), tag);
    regions.set(tag, labels); // Later calls return the table synchronously.
    return labels;
  } catch (error) {
    regions.delete(tag); // The next call tries again.
    throw error;
  }
}

function regional(table: Labels, tag: string): Labels {
  try {
    const [locale = table.locale] = Intl.getCanonicalLocales(tag);
    return {...table, locale};
  } catch {
    return table; // Not a valid tag, such as `fr_CA`.
  }
}
