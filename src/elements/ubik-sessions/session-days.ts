import {parseTimestamp} from '../../core/model/select.js';
import type {SessionInfo} from '../../core/protocol/session-types.js';
import {dayName, daysSince, namedDays} from '../shared/text/days.js';

export const momentOf = ({updatedAt, createdAt}: SessionInfo): string =>
  updatedAt ?? createdAt ?? '';

/** Whether the name of its day states the date, so that a time is enough. */
export const isNamedDay = (moment: string, now: Date): boolean =>
  daysSince(parseTimestamp(moment), now.getTime()) < namedDays;

/** The day of a moment: `Today`, `Yesterday`, `Friday`, then the month: `March 2026`; empty if it is not a date. */
export function dayOf(moment: string, locale: string, now: Date): string {
  const time = parseTimestamp(moment);
  if (Number.isNaN(time)) return '';
  return dayName(time, locale, now.getTime(), {month: 'long', year: 'numeric'});
}

/** A text without case and diacritics. */
const folded = (text: string): string =>
  text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

/** Whether a title contains every word of a query. */
export function matchesQuery(title: string, query: string): boolean {
  const text = folded(title);
  return folded(query)
    .split(/\s+/)
    .every(word => text.includes(word));
}
