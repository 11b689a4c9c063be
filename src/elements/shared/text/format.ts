import {parseTimestamp} from '../../../core/model/select.js';

/** A function that creates each format of a language and its options once: the browser takes long to create one. */
function cached<Options, Format>(
  create: (locale: string, options: Options) => Format,
): (locale: string, options: Options) => Format {
  const formats = new Map<string, Format>();
  return (locale, options) => {
    const key = `${locale} ${JSON.stringify(options)}`;
    let format = formats.get(key);
    if (!format) formats.set(key, (format = create(locale, options)));
    return format;
  };
}

const numberFormat = cached(
  (locale: string, options: Intl.NumberFormatOptions) => new Intl.NumberFormat(locale, options),
);

/** The format of a date in the reader's time zone. */
export const dateFormat = cached(
  (locale: string, options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, options),
);

export type Length = 'narrow' | 'short' | 'long';

const unit = (locale: string, value: number, name: string, unitDisplay: Length, digits = 0) =>
  numberFormat(locale, {
    style: 'unit',
    unit: name,
    unitDisplay,
    maximumFractionDigits: digits,
  }).format(value);

/** Formats a duration in seconds: `0.4 sec`, `12 sec`, `2 min 5 sec`, `1 hr 10 min`, `2 days 3 hr`. */
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
  const hours = Math.floor(minutes / 60);
  if (hours >= 24) {
    const days = unit(locale, Math.floor(hours / 24), 'day', length);
    return hours % 24 === 0 ? days : `${days} ${unit(locale, hours % 24, 'hour', length)}`;
  }
  const head = unit(locale, hours, 'hour', length);
  return minutes % 60 === 0 ? head : `${head} ${unit(locale, minutes % 60, 'minute', length)}`;
}

/** In seconds, for tools, steps, reasoning and folded work. Nobody minds a shorter wait, so its duration would only be noise. */
const notableSeconds = 3;

/** Formats a duration in seconds that is long enough to be displayed; `undefined` for a shorter one. */
export const formatNotable = (seconds: number | undefined, locale: string): string | undefined =>
  seconds === undefined || seconds < notableSeconds ? undefined : formatDuration(seconds, locale);

/** Formats a size in bytes: `512 bytes`, `12 kB`, `3.4 MB`. */
export function formatBytes(bytes: number, locale: string): string {
  if (bytes < 1000) return unit(locale, bytes, 'byte', 'long');
  if (bytes < 1_000_000) return unit(locale, bytes / 1000, 'kilobyte', 'short');
  return unit(locale, bytes / 1_000_000, 'megabyte', 'short', 1);
}

/** Formats a number in a short form, such as `1.23M`. */
export const formatCompact = (value: number, locale: string): string =>
  numberFormat(locale, {notation: 'compact', maximumSignificantDigits: 3}).format(value);

/** Formats a percentage from 0 to 100: `40%`. */
export const formatPercent = (percent: number, locale: string): string =>
  numberFormat(locale, {style: 'percent', maximumFractionDigits: 0}).format(percent / 100);

/** Formats an ISO 8601 time in the reader's time zone; empty if the text is not a date. */
export function formatTime(
  iso: string,
  locale: string,
  options: Intl.DateTimeFormatOptions = {dateStyle: 'medium', timeStyle: 'short'},
): string {
  const date = new Date(parseTimestamp(iso));
  if (Number.isNaN(date.getTime())) return '';
  return dateFormat(locale, options).format(date);
}
