import {unicodePattern} from './unicode-pattern.js';

/** Conversion between the texts of date and time inputs, which have no time zone, and those of RFC 3339, which have one. */

const pad = (value: number): string => String(value).padStart(2, '0');

/** The offset of the user's time zone from UTC at a time: `+02:00`. */
function offsetAt(date: Date): string {
  const minutes = -date.getTimezoneOffset();
  const size = Math.abs(minutes);
  return `${minutes < 0 ? '-' : '+'}${pad(Math.floor(size / 60))}:${pad(size % 60)}`;
}

const withSeconds = (time: string): string => (/^\d\d:\d\d$/.test(time) ? `${time}:00` : time);

/** The first spelling that matches a pattern; the first one of all if none does, or there is no pattern. */
function matching(pattern: unknown, first: string, ...others: readonly string[]): string {
  const regExp = typeof pattern === 'string' ? unicodePattern(pattern) : undefined;
  if (regExp === undefined) return first;
  return [first, ...others].find(spelling => new RegExp(regExp, 'u').test(spelling)) ?? first;
}

/** `14:30` becomes `14:30:00+02:00`, with the offset of today, or a time without one if only that matches the pattern. */
export function toTime(text: string, pattern: unknown): string {
  const time = withSeconds(text);
  return matching(pattern, time + offsetAt(new Date()), time, text);
}

/**
 * `2026-03-04T14:30` becomes `2026-03-04T14:30:00+01:00`, or the same time in UTC or without an offset if only that matches
 * the pattern: schemas of Zod have patterns for `Z`, some of them with milliseconds.
 */
export function toDateTime(text: string, pattern: unknown): string {
  const [day = '', time = ''] = text.split('T');
  const date = new Date(text);
  if (Number.isNaN(date.getTime())) return text;
  // A time that the change to summer time skips is a later one.
  const actual = localText(date);
  const isSkipped = !actual.startsWith(text.slice(0, '2026-03-04T14:30'.length));
  const local = isSkipped ? actual : `${day}T${withSeconds(time)}`;
  const utc = date.toISOString();
  return matching(pattern, local + offsetAt(date), utc.replace(/\.000Z$/, 'Z'), utc, local, text);
}

/** The time of a date in the time zone of the user: `2026-03-04T14:30:00`. */
function localText(date: Date): string {
  const day = `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`;
  return `${day}T${pad(date.getHours())}:${pad(date.getMinutes())}:${pad(date.getSeconds())}`;
}

/** Inputs of times accept at most three digits of a second; Python writes six. */
const withMilliseconds = (time: string): string => time.replace(/(\.\d{3})\d+$/, '$1');

/** The text of a `datetime-local` input for a date with a time zone; a text without one remains. */
export function fromDateTime(text: string): string {
  const date = /(z|[+-]\d\d:\d\d)$/i.test(text) ? new Date(text) : undefined;
  if (date && !Number.isNaN(date.getTime())) return localText(date);
  return withMilliseconds(text.replace(' ', 'T'));
}

/** The text of a `time` input for a time with a time zone, on today's date. */
export function fromTime(text: string): string {
  const today = new Date().toISOString().slice(0, 10);
  const isZoned = /(z|[+-]\d\d:\d\d)$/i.test(text);
  return isZoned
    ? (fromDateTime(`${today}T${text}`).split('T')[1] ?? text)
    : withMilliseconds(text);
}
