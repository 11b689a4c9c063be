import {isObject, type JsonObject} from '../json.js';

type Key = readonly (string | number)[];

/** A change of the answer's document, as the stream tells it. */
export interface Patch {
  readonly key: Key;
  readonly action: 'upsert' | 'append' | 'remove';
  readonly content: unknown;
}

/** What makes a document into another one, in the platform's manner of telling it. */
export function patchesBetween(before: JsonObject, after: JsonObject): Patch[] {
  return [...ofObject(before, after, [])];
}

function* ofObject(before: JsonObject, after: JsonObject, key: Key): Generator<Patch> {
  for (const [name, value] of Object.entries(after)) {
    if (name in before) yield* ofValue(before[name], value, [...key, name]);
    else yield upsert([...key, name], value);
  }
  for (const name of Object.keys(before)) {
    if (!(name in after)) yield remove([...key, name]);
  }
}

function* ofValue(before: unknown, after: unknown, key: Key): Generator<Patch> {
  if (before === after) return;
  if (typeof before === 'string' && typeof after === 'string' && after.startsWith(before)) {
    yield {key, action: 'append', content: after.slice(before.length)};
  } else if (Array.isArray(before) && Array.isArray(after)) {
    yield* ofList(before, after, key);
  } else if (isObject(before) && isObject(after)) {
    yield* ofObject(before, after, key);
  } else yield upsert(key, after);
}

function* ofList(
  before: readonly unknown[],
  after: readonly unknown[],
  key: Key,
): Generator<Patch> {
  for (const [n, value] of after.entries()) {
    if (n < before.length) yield* ofValue(before[n], value, [...key, n]);
    else yield {key: [...key, n], action: 'append', content: value};
  }
  for (let n = after.length; n < before.length; n++) yield remove([...key, n]);
}

const upsert = (key: Key, content: unknown): Patch => ({key, action: 'upsert', content});
const remove = (key: Key): Patch => ({key, action: 'remove', content: null});
