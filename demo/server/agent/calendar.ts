const months =
  'january february march april may june july august september october november december'.split(
    ' ',
  );

/** Whether a message asks for the days until another day. */
export const asksForDays = /\bdays? (?:until|till|to|before|left until) /i;

/** Days by their names: month and day of the month, counted from 1. */
const namedDays: readonly (readonly [RegExp, Day])[] = [
  [/\bchristmas eve\b/i, {month: 12, day: 24}],
  [/\bchristmas\b|\bxmas\b/i, {month: 12, day: 25}],
  [/\bnew year'?s eve\b/i, {month: 12, day: 31}],
  [/\bnew year\b|\bnext year\b/i, {month: 1, day: 1}],
  [/\bvalentine/i, {month: 2, day: 14}],
  [/\bhalloween\b/i, {month: 10, day: 31}],
];

const monthName = `(${months.map(name => `${name.slice(0, 3)}(?:${name.slice(3)})?`).join('|')})`;
const dayNumber = String.raw`(\d{1,2})(?:st|nd|rd|th)?`;
const dayFirst = new RegExp(String.raw`\b${dayNumber} (?:of )?${monthName}\b`, 'i');
const monthFirst = new RegExp(String.raw`\b${monthName} ${dayNumber}\b`, 'i');

/** A day of each year. */
export interface Day {
  /** From 1 to 12. */
  readonly month: number;
  /** From 1 to 31. */
  readonly day: number;
}

/** The day that a message names, as a date or a feast. */
export function dayIn(text: string): Day | undefined {
  const named = namedDays.find(([name]) => name.test(text))?.[1];
  if (named) return named;
  const [, number, name] = dayFirst.exec(text) ?? [];
  const [, otherName = '', otherNumber = ''] = monthFirst.exec(text) ?? [];
  const month = (name ?? otherName).slice(0, 3).toLowerCase();
  const found = {
    month: months.findIndex(one => month !== '' && one.startsWith(month)) + 1,
    day: Number(number ?? otherNumber),
  };
  return found.month > 0 && isDay(found) ? found : undefined;
}

/** Leap years have the most days. */
const isDay = ({month, day}: Day): boolean =>
  new Date(Date.UTC(2000, month - 1, day)).getUTCDate() === day;

/** The days from today in a time zone until the next such day; 0 if it is today. */
export function daysUntil(target: Day, now: Date, timeZone: string): number {
  const [year = 0, month = 1, day = 1] = new Intl.DateTimeFormat('en-CA', {timeZone})
    .format(now)
    .split('-')
    .map(Number);
  const today = Date.UTC(year, month - 1, day);
  const candidates = [0, 1, 2, 3, 4, 5, 6, 7, 8].map(
    years => new Date(Date.UTC(year + years, target.month - 1, target.day)),
  );
  // In most years 29 February is another day.
  const next = candidates.find(date => date.getTime() >= today && date.getUTCDate() === target.day);
  return next ? Math.round((next.getTime() - today) / (24 * 60 * 60 * 1000)) : 0;
}

export const spokenDay = ({month, day}: Day): string =>
  new Intl.DateTimeFormat('en', {month: 'long', day: 'numeric', timeZone: 'UTC'}).format(
    Date.UTC(2000, month - 1, day),
  );
