import {lazyTables} from '../lazy-tables.js';
import type {InspectorLabels} from './en.js';

/** The labels of the inspector for a language tag; `undefined` if the language has none. */
export const findInspectorLabels = lazyTables<{readonly inspector: InspectorLabels}>({
  ar: () => import('./ar.js'),
  de: () => import('./de.js'),
  es: () => import('./es.js'),
  fr: () => import('./fr.js'),
  ja: () => import('./ja.js'),
  zh: () => import('./zh.js'),
});
