/** The entry for a language tag (`fr-CA`) in a table by language (`fr`); `undefined` if there is none. */
export function findTable<T>(tables: Readonly<Record<string, T>>, tag: string): T | undefined {
  const [language = ''] = tag.toLowerCase().split('-');
  return Object.hasOwn(tables, language) ? tables[language] : undefined;
}
