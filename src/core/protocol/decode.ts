/** What calls, messages and ids contain, readers of it, and how an answer ends, for all protocols. */

import {humanise} from '../humanise.js';
import {parseAsWritten} from '../json.js';
import type {FileItem, Item, MessageItem} from '../model/item.js';
import type {FinalStatus} from '../model/op.js';
import {asRecord, asText, isRecord, type JsonRecord} from '../values.js';

/** The arguments of a call, as a question displays them. An input that is no object is one argument. */
export function argumentsOf(input: unknown): JsonRecord {
  if (isRecord(input)) return input;
  return input === undefined || input === '' ? {} : {input};
}

/**
 * The same for arguments that are received as JSON text, which may be invalid. The user approves the numbers as they were sent, and
 * the whole text if a key is used twice: one value would hide the other.
 */
export function argumentsIn(text: string): JsonRecord {
  const input = parseAsWritten(text);
  return argumentsOf(input === undefined || countKeys(input) < countColons(text) ? text : input);
}

/** The error of a call that failed without one: services refuse an empty error. */
export const NO_ERROR_TEXT = 'The tool failed without a message.';

/** The title of a call of another server's tool, such as one over MCP; `undefined` without such a server. */
export const titleOnServer = (server: string | undefined, tool: string): string | undefined =>
  server === undefined ? undefined : `${humanise(server)}: ${humanise(tool)}`;

/**
 * How an answer ends whose stream has ended without a final event.
 *
 * @param asks Whether all that is missing is the answer to a question. That needs no final event, because another stream
 *   continues after it.
 */
export function statusWithoutEnd(reason: 'lost' | 'stopped', asks: boolean): FinalStatus {
  if (reason === 'stopped') return 'stopped';
  return asks ? 'done' : 'interrupted';
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

/** The address if it is one of the web. */
export function webUrl(value: unknown): string | undefined {
  const url = asText(value);
  return url !== undefined && /^https?:\/\//i.test(url) ? url : undefined;
}

/** The texts that items of a kind need. */
const neededTexts: Readonly<Record<string, readonly string[]>> = {
  text: ['text'],
  thinking: ['text'],
  tool: ['name', 'input', 'output'],
};

/**
 * An item without what cannot be displayed in it, at any depth; the same object if that is nothing. `undefined` if the value
 * is no item. A page, or an earlier version of the product, may have written it.
 */
export function readItem(value: unknown): Item | undefined {
  const item = asRecord(value);
  const {kind, id, children} = item;
  if (typeof kind !== 'string' || typeof id !== 'string' || !Array.isArray(children))
    return undefined;
  if (neededTexts[kind]?.some(name => typeof item[name] !== 'string')) return undefined;
  const readable = children.flatMap(child => readItem(child) ?? []);
  const isWhole = hasSameEntries(readable, children);
  return (isWhole ? value : {...item, children: readable}) as Item;
}

/** The same for a message. */
export function readMessage(value: unknown): MessageItem | undefined {
  const item = readItem(value);
  return item?.kind === 'message' ? item : undefined;
}

/** Whether two lists have the same values. */
export const hasSameEntries = (one: readonly unknown[], other: readonly unknown[]): boolean =>
  one.length === other.length && one.every((value, at) => value === other[at]);

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
