import {LazyModule} from '../../../controller/lazy-module.js';
import {findTable} from '../find-table.js';
import type {AppLabels} from './en.js';

type Table = LazyModule<{readonly apps: AppLabels}>;

const tables: Readonly<Record<string, Table>> = {
  ar: new LazyModule(() => import('./ar.js')),
  de: new LazyModule(() => import('./de.js')),
  es: new LazyModule(() => import('./es.js')),
  fr: new LazyModule(() => import('./fr.js')),
  ja: new LazyModule(() => import('./ja.js')),
  zh: new LazyModule(() => import('./zh.js')),
};

/** The labels of apps of tools for a language tag; `undefined` if the language has none. */
export const findAppLabels = (tag: string): Table | undefined => findTable(tables, tag);
