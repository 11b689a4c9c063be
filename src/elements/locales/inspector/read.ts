import {inspector as en, type InspectorLabels} from './en.js';

const tables: Readonly<Record<string, () => Promise<{readonly inspector: InspectorLabels}>>> = {
  ar: () => import('./ar.js'),
  de: () => import('./de.js'),
  es: () => import('./es.js'),
  fr: () => import('./fr.js'),
  ja: () => import('./ja.js'),
  zh: () => import('./zh.js'),
};

/** Loads the labels of the inspector for a language tag; English if the language has none. */
export async function readInspectorLabels(tag: string): Promise<InspectorLabels> {
  const [language = ''] = tag.toLowerCase().split('-');
  return Object.hasOwn(tables, language) ? ((await tables[language]?.())?.inspector ?? en) : en;
}
