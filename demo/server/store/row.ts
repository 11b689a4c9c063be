import {parseJson} from '../json.js';
import type {DatabaseRow} from './database.js';

/** The text of a column that is never null. */
export function text(row: DatabaseRow, column: string): string {
  const value = row[column];
  if (typeof value !== 'string') throw new TypeError(`Column ${column} contains no text.`);
  return value;
}

export function optionalText(row: DatabaseRow, column: string): string | undefined {
  return row[column] === null ? undefined : text(row, column);
}

/** The parsed JSON of a column; `undefined` for null. */
export function json(row: DatabaseRow, column: string): unknown {
  const value = optionalText(row, column);
  return value === undefined ? undefined : parseJson(value);
}

export function count(row: DatabaseRow | undefined): number {
  return Number(row?.['count'] ?? 0);
}

/** JSON text for a column, or null. */
export function toJson(value: unknown): string | null {
  return value === undefined ? null : JSON.stringify(value);
}
