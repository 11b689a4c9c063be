import {expect} from '@open-wc/testing';

/** Every string of a table by its path; a function is called with three known arguments. */
export function strings(table: object, path = ''): Map<string, string> {
  return new Map(
    Object.entries(table).flatMap(([key, value]: [string, unknown]) => {
      const place = `${path}/${key}`;
      if (typeof value === 'string') return [[place, value] as const];
      if (typeof value !== 'function') return [...strings(value as object, place)];
      const made = (value as (...values: string[]) => string)('11', '22', '33');
      for (let at = 0; at < value.length; at++) expect(made).to.contain(['11', '22', '33'][at]);
      return [[place, made] as const];
    }),
  );
}
