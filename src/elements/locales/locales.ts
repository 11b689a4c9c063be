import {LazyModule} from '../../controller/lazy-module.js';
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
const known = new Map<Locale, Map<string, Labels | LazyModule<Labels>>>();

/**
 * The labels for a language tag, with the number formats of that tag if it is written in Latin script; a lazy module until
 * they have loaded.
 */
export function findLabels(tag: string): Labels | LazyModule<Labels> {
  const locale = nearest(tag, name => locales.get(name));
  if (!locale) return en;
  const regions = known.get(locale) ?? new Map<string, Labels | LazyModule<Labels>>();
  known.set(locale, regions);
  const labels = regions.get(tag) ?? createTable(locale, tag);
  regions.set(tag, labels);
  return labels instanceof LazyModule ? (labels.value ?? labels) : labels;
}

/** Loads the labels for a language tag. Rejects if that fails. */
export async function readLocale(tag: string): Promise<Labels> {
  const labels = findLabels(tag);
  return labels instanceof LazyModule ? labels.load() : labels;
}

/** Looks up `fr-ca` first, then `fr`. */
export function nearest<T>(tag: string, find: (tag: string) => T | undefined): T | undefined {
  for (const parts = tag.toLowerCase().split('-'); parts.length > 0; parts.pop()) {
    const found = find(parts.join('-'));
    if (found) return found;
  }
  return undefined;
}

function createTable(locale: Locale, tag: string): Labels | LazyModule<Labels> {
  if (typeof locale !== 'function') return regional(locale, tag);
  return new LazyModule(async () => regional(await locale(), tag));
}

/** In other scripts, a region may have other digits or letters than the counts of the table. */
function regional(table: Labels, tag: string): Labels {
  try {
    const locale = new Intl.Locale(tag);
    const {script} = locale.maximize();
    return script === 'Latn' ? {...table, locale: locale.toString()} : table;
  } catch {
    return table; // Not a valid tag, such as `fr_CA`.
  }
}
