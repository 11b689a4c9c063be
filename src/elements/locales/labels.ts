import type {Labels} from './en.js';

/** Some strings, group by group; the rest comes from the table underneath. */
export type LabelOverrides = {readonly [G in keyof Labels]?: Labels[G] | Partial<Labels[G]>};

/** Lays overrides over a table. */
export function mergeLabels(table: Labels, overrides: LabelOverrides | undefined): Labels {
  if (!overrides) return table;
  const groups = Object.entries(overrides).map(([group, own]: [string, unknown]) => [
    group,
    typeof own === 'object' ? {...(table[group as keyof Labels] as object), ...own} : own,
  ]);
  return {...table, ...(Object.fromEntries(groups) as Partial<Labels>)};
}

/** What a code means, where the table knows it. */
export function lookUp(table: object, code: string): string | undefined {
  return Object.hasOwn(table, code) ? (table as Record<string, string>)[code] : undefined;
}

/** A failure in words: what its code means, and what was said of it. */
export function faultWords(
  {code, detail}: {readonly code: string; readonly detail?: string | undefined},
  {errors}: Labels,
): string {
  const known = lookUp(errors, code);
  return [known, detail].filter(Boolean).join(' ') || errors.unknown;
}
