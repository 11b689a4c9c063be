import {LazyModule} from '../../controller/lazy-module.js';
import {nearest} from './locales.js';

/**
 * Finds the table of labels for a language tag (`fr-CA`) among functions that load one each, by lower-case tag (`fr`). The
 * table is `undefined` if the language has none.
 */
export function lazyTables<T>(
  sources: Readonly<Record<string, () => Promise<T>>>,
): (tag: string) => LazyModule<T> | undefined {
  const tables = new Map(
    Object.entries(sources).map(([tag, load]) => [tag, new LazyModule(load)] as const),
  );
  return tag => nearest(tag, name => tables.get(name));
}
