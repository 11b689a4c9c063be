import {isObject, type JsonObject} from '../json.js';

type DocumentPath = readonly (string | number)[];

/** A change of the answer's document, as a frame of the stream contains it. */
export interface DocumentPatch {
  readonly key: DocumentPath;
  readonly action: 'upsert' | 'append' | 'remove';
  readonly content: unknown;
}

/** The patches that turn `before` into `after`, in the platform's format. */
export function diffDocuments(before: JsonObject, after: JsonObject): DocumentPatch[] {
  return [...diffObject(before, after, [])];
}

function* diffObject(
  before: JsonObject,
  after: JsonObject,
  key: DocumentPath,
): Generator<DocumentPatch> {
  for (const [name, value] of Object.entries(after)) {
    if (name in before) yield* diffValue(before[name], value, [...key, name]);
    else yield upsert([...key, name], value);
  }
  for (const name of Object.keys(before)) {
    if (!(name in after)) yield remove([...key, name]);
  }
}

function* diffValue(before: unknown, after: unknown, key: DocumentPath): Generator<DocumentPatch> {
  if (before === after) return;
  if (typeof before === 'string' && typeof after === 'string' && after.startsWith(before)) {
    yield {key, action: 'append', content: after.slice(before.length)};
  } else if (Array.isArray(before) && Array.isArray(after)) {
    yield* diffList(before, after, key);
  } else if (isObject(before) && isObject(after)) {
    yield* diffObject(before, after, key);
  } else yield upsert(key, after);
}

function* diffList(
  before: readonly unknown[],
  after: readonly unknown[],
  key: DocumentPath,
): Generator<DocumentPatch> {
  for (const [n, value] of after.entries()) {
    if (n < before.length) yield* diffValue(before[n], value, [...key, n]);
    else yield {key: [...key, n], action: 'append', content: value};
  }
  for (let n = after.length; n < before.length; n++) yield remove([...key, n]);
}

const upsert = (key: DocumentPath, content: unknown): DocumentPatch => ({
  key,
  action: 'upsert',
  content,
});
const remove = (key: DocumentPath): DocumentPatch => ({key, action: 'remove', content: null});
