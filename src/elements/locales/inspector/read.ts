import {LazyModule} from '../../../controller/lazy-module.js';
import {findTable} from '../find-table.js';
import type {InspectorLabels} from './en.js';

type Table = LazyModule<{readonly inspector: InspectorLabels}>;

const tables: Readonly<Record<string, Table>> = {
  ar: new LazyModule(() => import('./ar.js')),
  de: new LazyModule(() => import('./de.js')),
  es: new LazyModule(() => import('./es.js')),
  fr: new LazyModule(() => import('./fr.js')),
  ja: new LazyModule(() => import('./ja.js')),
  zh: new LazyModule(() => import('./zh.js')),
};

/** The labels of the inspector for a language tag; `undefined` if the language has none. */
export const findInspectorLabels = (tag: string): Table | undefined => findTable(tables, tag);
