const months =
  'january february march april may june july august september october november december'.split(
    ' ',
  );

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

/** A day of each year, or of one. */
export interface Day {
  /** From 1 to 12. */
  readonly month: number;
  /** From 1 to 31. */
  readonly day: number;
  readonly year?: number;
}

/** Whether a message asks for the days until another day; `days to get support` and `how long until it expires` name none. */
export const asksForDays = (text: string): boolean =>
  spanIn(text) !== undefined ||
  /\b(?:days?|weeks?) (?:left )?(?:until|till)\b/i.test(text) ||
  (/\b(?:(?:days?|weeks?) (?:left )?(?:to|before)|long (?:until|till)|^when is)\b/i.test(text) &&
    dayIn(text) !== undefined);

/** Whether a message seems to name a date, also one that does not exist or that is not understood: `30 February`, `24.12.2026`. */
export const namesDate = (text: string): boolean =>
  dateIn(text) !== undefined ||
  /\b\d{1,4}([./])\d{1,2}\1\d{1,4}\b|\b(?:last|previous) (?:sun|mon|tues|wednes|thurs|fri|satur)day\b/i.test(
    text,
  );

/** The number of the week of a date at midnight of UTC, and its year: the first week has the first Thursday (ISO 8601). */
export function weekOf(date: Date): readonly [week: number, year: number] {
  const thursday = new Date(date);
  thursday.setUTCDate(date.getUTCDate() + 4 - (date.getUTCDay() || 7));
  const year = thursday.getUTCFullYear();
  return [Math.ceil(((thursday.getTime() - Date.UTC(year, 0, 1)) / 86_400_000 + 1) / 7), year];
}

/** The two days of a message such as `how many days between 1 March and 15 April`. */
export function spanIn(text: string): readonly [Day, Day] | undefined {
  const [, first = '', second = ''] =
    /\bdays\b.{0,20}?\b(?:between|from) (.{3,30}?) (?:and|to|until|till) (.{3,30})/i.exec(text) ??
    [];
  const [from, to] = [first, second].map(part => dayIn(part));
  return from && to ? [from, to] : undefined;
}

/** The days from one day to the next such day after it. */
export function daysBetween([from, to]: readonly [Day, Day], now: Date, timeZone: string): number {
  const start = dateOf(from, now, timeZone);
  return daysUntil(to, start, 'UTC');
}

const weekday =
  /\b(?:next|this|on|until|till|to|before) (sun|mon|tues|wednes|thurs|fri|satur)day\b/i;
const weekdays = ['sun', 'mon', 'tues', 'wednes', 'thurs', 'fri', 'satur'];

/** The day that a message names: a date, a feast, or the next day after `today` with the name of a weekday. */
export function dayIn(text: string, today = new Date()): Day | undefined {
  const [, name = ''] = weekday.exec(text) ?? [];
  if (name !== '') {
    const days = (weekdays.indexOf(name.toLowerCase()) - today.getUTCDay() + 6) % 7;
    const date = new Date(today.getTime() + (days + 1) * 86_400_000);
    return {year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate()};
  }
  const named = namedDays.find(([name]) => name.test(text))?.[1] ?? dateIn(text);
  const [year] = /\b(?:1\d|20)\d\d\b/.exec(text) ?? [];
  const day = named && year !== undefined ? {...named, year: Number(year)} : named;
  return day && isDay(day) ? day : undefined;
}

function dateIn(text: string): Day | undefined {
  const [, isoMonth, isoDay] = /\b\d{4}-(\d\d)-(\d\d)\b/.exec(text) ?? [];
  if (isoMonth !== undefined) return {month: Number(isoMonth), day: Number(isoDay)};
  const [, number, name] = dayFirst.exec(text) ?? [];
  const [, otherName = '', otherNumber = ''] = monthFirst.exec(text) ?? [];
  const month = (name ?? otherName).slice(0, 3).toLowerCase();
  return month === ''
    ? undefined
    : {
        month: months.findIndex(one => one.startsWith(month)) + 1,
        day: Number(number ?? otherNumber),
      };
}

/** A day without a year may be 29 February. */
const isDay = ({year = 2000, month, day}: Day): boolean => {
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
};

/** The date of a day: in its year, or the next one from today on in a time zone. At midnight of UTC. */
export function dateOf({year, month, day}: Day, now: Date, timeZone: string): Date {
  const today = todayIn(now, timeZone);
  const first = today.getUTCFullYear();
  // In most years 29 February is another day.
  const years = year === undefined ? [0, 1, 2, 3, 4, 5, 6, 7, 8].map(n => first + n) : [year];
  const dates = years.map(one => new Date(Date.UTC(one, month - 1, day)));
  const isNext = (date: Date): boolean => date >= today && date.getUTCDate() === day;
  return dates.find(isNext) ?? dates[0] ?? today;
}

/** The days from today in a time zone until such a day; 0 if it is today, negative if it is over. */
export const daysUntil = (target: Day, now: Date, timeZone: string): number =>
  Math.round(
    (dateOf(target, now, timeZone).getTime() - todayIn(now, timeZone).getTime()) / 86_400_000,
  );

/** Midnight of UTC on the day that it is in a time zone. */
export const todayIn = (now: Date, timeZone: string): Date =>
  new Date(`${new Intl.DateTimeFormat('en-CA', {timeZone}).format(now)}T00:00:00Z`);

/** A day as text, such as `December 25`, with its year if it has one. */
export const spokenDay = ({year, month, day}: Day): string =>
  new Intl.DateTimeFormat('en', {
    month: 'long',
    day: 'numeric',
    ...(year === undefined ? {} : {year: 'numeric'}),
    timeZone: 'UTC',
  }).format(Date.UTC(year ?? 2000, month - 1, day));
