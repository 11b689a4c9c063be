import {asNumber} from '../values.js';

/** ISO 8601 of a time since the epoch in seconds, milliseconds or nanoseconds: its size tells which. */
export function isoOf(time: unknown): string | undefined {
  const value = asNumber(time);
  if (value === undefined || value <= 0) return undefined;
  const milliseconds = value >= 1e17 ? value / 1e6 : value >= 1e11 ? value : value * 1000;
  const date = new Date(milliseconds);
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}
