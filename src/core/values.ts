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

/** The strings in a list; all other elements are skipped. */
export function textsOf(value: unknown): readonly string[] {
  return asArray(value).filter(text => typeof text === 'string');
}

/** Whether a text has nothing to see: white space, control characters, and characters that no font draws. */
export const isInvisible = (text: string): boolean => !/[^\s\p{Cc}\p{DI}\u2800]/u.test(text);

/** The value if it is a string that has something to see. */
export const visibleText = (value: unknown): string | undefined =>
  typeof value === 'string' && !isInvisible(value) ? value : undefined;

/** The value if it is a non-empty string. */
export function asText(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** The address if it is one of the web. */
export function webUrl(value: unknown): string | undefined {
  const url = asText(value);
  return url !== undefined && /^https?:\/\//i.test(url) ? url : undefined;
}

/** An id, which some servers send as a number. */
export function idOf(value: unknown): string | undefined {
  return typeof value === 'number' ? String(value) : asText(value);
}

/** An id as a key, or empty text. */
export function keyOf(value: unknown): string {
  return idOf(value) ?? '';
}

/**
 * A value of a server in a message for developers: its text or number, otherwise its type. `String` throws for an object
 * of JSON that has a member `toString`.
 */
export function textOrType(value: unknown): string {
  return idOf(value) ?? typeof value;
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
