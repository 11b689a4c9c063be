import {Registry} from '../../core/registry.js';
import {en, type Labels} from './en.js';

/** A table of strings, or what loads it. */
export type Locale = Labels | (() => Promise<Labels>);

/**
 * Languages of the interface by BCP 47 tag in small letters. Elements speak the one of the nearest `lang` on the page, and
 * load its table then; English where there is none.
 */
export const locales = new Registry<Locale>();

locales.register('en', en);
locales.register('ar', async () => (await import('./ar.js')).ar);
locales.register('de', async () => (await import('./de.js')).de);
locales.register('es', async () => (await import('./es.js')).es);
locales.register('fr', async () => (await import('./fr.js')).fr);
locales.register('ja', async () => (await import('./ja.js')).ja);
locales.register('zh', async () => (await import('./zh.js')).zh);

/** What has been asked for, by language and region: the same table is the same object. */
const known = new Map<Locale, Map<string, Labels | Promise<Labels>>>();

/** The strings for a language tag, with that tag's own formats of numbers. Rejects where they cannot be loaded. */
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

/** `fr-CA` is looked for first, then `fr`. */
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
    regions.set(tag, labels); // From now on without waiting.
    return labels;
  } catch (error) {
    regions.delete(tag); // The next one who asks tries again.
    throw error;
  }
}

function regional(table: Labels, tag: string): Labels {
  try {
    const [locale = table.locale] = Intl.getCanonicalLocales(tag);
    return {...table, locale};
  } catch {
    return table; // No proper tag: `fr_CA`, say.
  }
}
