import {lazyTables} from '../lazy-tables.js';
import type {AppLabels} from './en.js';

/** The labels of apps of tools for a language tag; `undefined` if the language has none. */
export const findAppLabels = lazyTables<{readonly apps: AppLabels}>({
  ar: () => import('./ar.js'),
  de: () => import('./de.js'),
  es: () => import('./es.js'),
  fr: () => import('./fr.js'),
  ja: () => import('./ja.js'),
  zh: () => import('./zh.js'),
});
