/** Readers of received values. They assume no shape; an unexpected value is treated as absent. */

export type JsonRecord = Readonly<Record<string, unknown>>;

type Defined<T> = {
  [K in keyof T as undefined extends T[K] ? never : K]: T[K];
} & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>;
};

const nothing: JsonRecord = Object.freeze({});

export function isRecord(value: unknown): value is JsonRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value if it is an object, else an empty object. */
export function asRecord(value: unknown): JsonRecord {
  return isRecord(value) ? value : nothing;
}

export function asArray(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The objects in a list; all other elements are skipped. */
export function asRecords(value: unknown): readonly JsonRecord[] {
  return asArray(value).filter(isRecord);
}

/** The value if it is a non-empty string. */
export function asText(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

export function asNumber(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

const NUMBER = /^[+-]?\d{1,20}(?:\.\d{1,20})?$/;

/** The value if it is a number, or the number in a string. */
export function numericOf(value: unknown): number | undefined {
  if (typeof value !== 'string') return asNumber(value);
  return NUMBER.test(value.trim()) ? Number(value) : undefined;
}

/** The fields that are not undefined. */
export function defined<T extends object>(fields: T): Defined<T> {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  ) as Defined<T>;
}

/** Checks an id that a request needs. Throws if it is empty, because the server would treat it as missing. */
export function requiredId(id: string): string {
  if (id === '') throw new TypeError('The id is empty.');
  return id;
}

/**
 * Encodes an id as a path segment. Throws if it is empty, is `.` or `..` (which would address another operation), or
 * contains an unpaired surrogate.
 */
export function pathPart(id: string): string {
  if (/\p{Surrogate}/u.test(id))
    throw new TypeError(`The id contains an unpaired surrogate: ${JSON.stringify(id)}`);
  return encodeURIComponent(requiredId(id)).replace(/^\.\.?$/, '%252E');
}
