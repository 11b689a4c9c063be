import type {Labels} from './en.js';

/** Labels that replace those of the language, group by group. */
export type LabelOverrides = {readonly [G in keyof Labels]?: Labels[G] | Partial<Labels[G]>};

/** Returns the table with the overrides applied. */
export function mergeLabels(table: Labels, overrides: LabelOverrides | undefined): Labels {
  if (!overrides) return table;
  const groups = Object.entries(overrides).map(([group, own]: [string, unknown]) => [
    group,
    typeof own === 'object' ? {...(table[group as keyof Labels] as object), ...own} : own,
  ]);
  return {...table, ...(Object.fromEntries(groups) as Partial<Labels>)};
}

/** The label of a code, or `undefined` if the table has none. */
export function lookUp(table: object, code: string): string | undefined {
  return Object.hasOwn(table, code) ? (table as Record<string, string>)[code] : undefined;
}

/** The message of an error: the label of its code and the detail from the server. */
export function errorText(
  {code, detail}: {readonly code: string; readonly detail?: string | undefined},
  {errors}: Labels,
): string {
  const known = lookUp(errors, code);
  return [known, detail].filter(Boolean).join(' ') || errors.unknown;
}
