/** Readers of received values. They assume no shape; an unexpected value is treated as absent. */

import {parseJsonExactly} from '../json.js';
import type {FileItem, Item, MessageItem} from '../model/item.js';

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

/** The arguments of a call, as a question displays them. An input that is no object is one argument. */
export function argumentsOf(input: unknown): JsonRecord {
  if (isRecord(input)) return input;
  return input === undefined || input === '' ? nothing : {input};
}

/**
 * The same for arguments that are received as JSON text, which may be invalid. The user approves the numbers as they were sent, and
 * the whole text if a key is used twice: one value would hide the other.
 */
export function argumentsIn(text: string): JsonRecord {
  const input = parseJsonExactly(text);
  return argumentsOf(input === undefined || countKeys(input) < countColons(text) ? text : input);
}

/** The number of keys in a value of any depth. */
function countKeys(value: unknown): number {
  let count = 0;
  const left = [value];
  while (left.length > 0) {
    const next = left.pop();
    if (typeof next !== 'object' || next === null) continue;
    const parts = Object.values(next) as readonly unknown[];
    if (!Array.isArray(next)) count += parts.length;
    for (const part of parts) left.push(part);
  }
  return count;
}

/** The number of colons outside of strings in JSON text: one for each key. */
const countColons = (text: string): number =>
  text
    .replace(/\\[^]/g, '')
    .replace(/"[^"]*"/g, '')
    .split(':').length - 1;

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

/** The address if it is one of the web. */
export function webUrl(value: unknown): string | undefined {
  const url = asText(value);
  return url !== undefined && /^https?:\/\//i.test(url) ? url : undefined;
}

/** The fields that are not undefined. */
export function defined<T extends object>(fields: T): Defined<T> {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  ) as Defined<T>;
}

/** Whether a value is a message. A page, or an earlier version of the product, may have written it. */
export function isMessage(value: unknown): value is MessageItem {
  const {kind, id, children} = asRecord(value);
  return kind === 'message' && typeof id === 'string' && Array.isArray(children);
}

/** A file that a message contains in a `data:` URL. */
export interface InlineFile extends FileItem {
  readonly url: string;
}

/** The files that a message contains in `data:` URLs. */
export function inlineFilesOf(items: readonly Item[]): readonly InlineFile[] {
  return items.filter(
    (item): item is InlineFile => item.kind === 'file' && item.url?.startsWith('data:') === true,
  );
}

/** Checks an id that a request needs. Throws if it is empty, because the server would treat it as missing. */
export function requiredId(id: string): string {
  if (id === '') throw new TypeError('The id is empty.');
  return id;
}

/**
 * Encodes an id as a path segment. Throws if it is empty, is `.` or `..`, or contains an unpaired surrogate. URLs have no
 * spelling of `.` and `..` as a segment: they would address another operation, or another id.
 */
export function pathPart(id: string): string {
  if (/\p{Surrogate}/u.test(id))
    throw new TypeError(`The id contains an unpaired surrogate: ${JSON.stringify(id)}`);
  if (/^\.\.?$/.test(id)) throw new TypeError(`The id cannot be part of a path: "${id}"`);
  return encodeURIComponent(requiredId(id));
}

/** Checks the id of a session in a response. Throws if it is missing: the message says what was expected. */
export function withId<T extends {readonly id: string}>(session: T): T {
  if (session.id === '') throw new TypeError('JSON with the id of the session');
  return session;
}
