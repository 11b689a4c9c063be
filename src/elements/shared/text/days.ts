import {dateFormat} from './format.js';

const dayMs = 86_400_000;

/** Days that are named by the weekday, so that each name occurs once. */
export const namedDays = 7;

/** The start of a day in the time zone of the reader; times in milliseconds since the epoch. */
export const startOfDay = (time: number): number => new Date(time).setHours(0, 0, 0, 0);

/** Calendar days since a time, in the time zone of the reader; 0 for a time in the future. */
export const daysSince = (time: number, now: number): number =>
  // Days of a change of the clock are shorter or longer.
  Math.max(0, Math.round((startOfDay(now) - startOfDay(time)) / dayMs));

/**
 * The day of a time: `Today`, `Yesterday`, `Friday`; an earlier one as `earlier` describes it.
 *
 * @param earlier The format of a day that has no name.
 */
export function dayName(
  time: number,
  locale: string,
  now: number,
  earlier: Intl.DateTimeFormatOptions,
): string {
  const days = daysSince(time, now);
  const name =
    days < 2
      ? new Intl.RelativeTimeFormat(locale, {numeric: 'auto'}).format(-days, 'day')
      : dateFormat(locale, days < namedDays ? {weekday: 'long'} : earlier).format(time);
  return name.charAt(0).toLocaleUpperCase(locale) + name.slice(1);
}
