import {parseTimestamp} from '../../core/model/select.js';

const formats = new Map<string, Intl.NumberFormat>();

function numberFormat(locale: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = `${locale} ${JSON.stringify(options)}`;
  let format = formats.get(key);
  if (!format) formats.set(key, (format = new Intl.NumberFormat(locale, options)));
  return format;
}

export type Length = 'narrow' | 'short' | 'long';

const unit = (locale: string, value: number, name: string, unitDisplay: Length, digits = 0) =>
  numberFormat(locale, {
    style: 'unit',
    unit: name,
    unitDisplay,
    maximumFractionDigits: digits,
  }).format(value);

/** Formats a duration in seconds: `0.4 sec`, `12 sec`, `2 min 5 sec`, `1 hr 10 min`. */
export function formatDuration(seconds: number, locale: string, length: Length = 'short'): string {
  if (seconds < 1) return unit(locale, Math.max(seconds, 0), 'second', length, 1);
  const whole = Math.round(seconds);
  if (whole < 60) return unit(locale, whole, 'second', length);
  const minutes = Math.floor(whole / 60);
  if (minutes < 60) {
    const rest = whole % 60;
    const head = unit(locale, minutes, 'minute', length);
    return rest === 0 ? head : `${head} ${unit(locale, rest, 'second', length)}`;
  }
  const head = unit(locale, Math.floor(minutes / 60), 'hour', length);
  return minutes % 60 === 0 ? head : `${head} ${unit(locale, minutes % 60, 'minute', length)}`;
}

/** Formats a waiting time in seconds: `in 20 seconds`. */
export const formatWait = (seconds: number, locale: string): string =>
  new Intl.RelativeTimeFormat(locale).format(Math.ceil(seconds), 'second');

/** Formats a size in bytes: `512 byte`, `12 kB`, `3.4 MB`. */
export function formatBytes(bytes: number, locale: string): string {
  if (bytes < 1000) return unit(locale, bytes, 'byte', 'short');
  if (bytes < 1_000_000) return unit(locale, bytes / 1000, 'kilobyte', 'short');
  return unit(locale, bytes / 1_000_000, 'megabyte', 'short', 1);
}

/** Formats a percentage from 0 to 100: `40%`. */
export const formatPercent = (percent: number, locale: string): string =>
  numberFormat(locale, {style: 'percent', maximumFractionDigits: 0}).format(percent / 100);

/** Formats an ISO 8601 time in the reader's time zone; empty if the text is not a date. */
export function formatTime(iso: string, locale: string): string {
  const date = new Date(parseTimestamp(iso));
  if (Number.isNaN(date.getTime())) return '';
  return new Intl.DateTimeFormat(locale, {dateStyle: 'medium', timeStyle: 'short'}).format(date);
}

/** `web_search` and `webSearch` become `Web search`. */
export function humanise(name: string): string {
  const words = name
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .replace(/[_\-./\s]+/g, ' ')
    .trim()
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
