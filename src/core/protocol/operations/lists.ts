import {isRecord, type JsonRecord} from '../../values.js';
import type {SessionInfo} from '../session-types.js';
import type {ReportEntry, ResponseData} from '../types.js';

/**
 * The list in a response: the body itself, or the first of these fields that it has. `null` in a field and the status 204
 * are an empty list. Throws a `TypeError` with what was expected if there is no list.
 */
export function listIn(
  {status, body}: ResponseData,
  fields: readonly string[],
  expected: string,
): readonly unknown[] {
  if (status === 204) return [];
  const field = isRecord(body) ? fields.find(name => name in body) : undefined;
  const list = isRecord(body) && field !== undefined ? (body[field] ?? []) : body;
  if (Array.isArray(list)) return list;
  throw new TypeError(expected);
}

/** Reads the entries of a list. Those that cannot be read are reported with what was expected, and left out. */
export function readEntries<T>(
  list: readonly unknown[],
  read: (entry: JsonRecord) => T | undefined,
  expected: string,
  report: ReportEntry | undefined,
): readonly T[] {
  return list.flatMap(entry => {
    const known = isRecord(entry) ? read(entry) : undefined;
    if (known === undefined) report?.(expected, entry);
    return known ?? [];
  });
}

/** Reads a list of sessions. Each needs an id. */
export const readSessions = (
  list: readonly unknown[],
  read: (entry: JsonRecord) => SessionInfo | undefined,
  report: ReportEntry | undefined,
): readonly SessionInfo[] =>
  readEntries(
    list,
    entry => {
      const session = read(entry);
      return session?.id === '' ? undefined : session;
    },
    'in each session the text `id`',
    report,
  );
