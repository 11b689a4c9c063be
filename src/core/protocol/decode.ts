/** Readers of received values: no shape is trusted, an unexpected value reads as absent. */

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

/** The value, if it is an object; else an empty one. */
export function asRecord(value: unknown): JsonRecord {
  return isRecord(value) ? value : nothing;
}

export function asArray(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The objects of a list: holes, nulls and everything else are passed over. */
export function asRecords(value: unknown): readonly JsonRecord[] {
  return asArray(value).filter(isRecord);
}

/** The value, if it is a string that says something. */
export function asText(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

export function asNumber(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

const NUMBER = /^[+-]?\d{1,20}(?:\.\d{1,20})?$/;

/** The value, if it is a number, or a string that is one. */
export function numericOf(value: unknown): number | undefined {
  if (typeof value !== 'string') return asNumber(value);
  return NUMBER.test(value.trim()) ? Number(value) : undefined;
}

/** The same fields without those that are undefined. */
export function defined<T extends object>(fields: T): Defined<T> {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  ) as Defined<T>;
}

/** An id that a request cannot be sent without: throws where it is empty, since the server would read it as no id. */
export function requiredId(id: string): string {
  if (id === '') throw new TypeError('An id is empty.');
  return id;
}

/**
 * An id as a part of a path. One that is a step, `..`, would lead to another operation than was meant. Throws where the
 * id is empty or has half of a character, which no address can carry.
 */
export function pathPart(id: string): string {
  if (/\p{Surrogate}/u.test(id)) throw new TypeError(`Not valid text: ${JSON.stringify(id)}`);
  return encodeURIComponent(requiredId(id)).replace(/^\.\.?$/, '%252E');
}
