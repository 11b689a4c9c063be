import type {PatchKey, Patch} from './events.js';
import {isRecord, type JsonRecord} from '../decode.js';

/** No list of an answer is this long: a greater index is an error and must not allocate memory. */
const MAX_INDEX = 100_000;

export interface Patched {
  readonly root: JsonRecord;
  /** What was odd about the patch: a stable code. */
  readonly odd?: 'value-replaced' | 'key-mismatch';
}

/** Derives a value from the previous one; `absent` removes it. */
type ValueUpdate = (old: unknown) => unknown;

const absent = Symbol('absent');

/**
 * Applies a patch: the containers on its path are copied, and nothing beside it. Missing containers on the way
 * are made after the kind of the next part of the key. A key that does not fit changes nothing.
 */
export function applyPatch(root: JsonRecord, {action, key, content}: Patch): Patched {
  if (key.length === 0) {
    const whole = action === 'upsert' && isRecord(content);
    return whole ? {root: content} : {root, odd: 'key-mismatch'};
  }
  if (!fits(root, key)) return {root, odd: 'key-mismatch'};
  const old = valueAt(root, key);
  if (action === 'remove')
    return old === undefined ? {root} : {root: write(root, key, () => absent)};
  if (action === 'upsert') return {root: write(root, key, () => content)};
  if (typeof old === 'string' && typeof content === 'string') {
    return {root: write(root, key, () => old + content)};
  }
  if (Array.isArray(old))
    return {root: write(root, key, () => [...(old as readonly unknown[]), content])};
  const replaced = old !== undefined && old !== null;
  return {root: write(root, key, () => content), ...(replaced && {odd: 'value-replaced'})};
}

/** The value that a key leads to. */
export function valueAt(root: unknown, key: PatchKey): unknown {
  return key.reduce<unknown>((container, part) => {
    if (Array.isArray(container)) return container[indexOf(part)];
    return isRecord(container) && Object.hasOwn(container, part) ? container[part] : undefined;
  }, root);
}

/** Whether every list on the way is entered by a number that a list can have. */
function fits(root: unknown, key: PatchKey): boolean {
  return key.every((part, depth) => {
    const isIndex = typeof part === 'number' || Array.isArray(valueAt(root, key.slice(0, depth)));
    return !isIndex || (indexOf(part) >= 0 && indexOf(part) <= MAX_INDEX);
  });
}

function indexOf(part: string | number | undefined): number {
  if (typeof part === 'number') return part;
  return part !== undefined && /^\d+$/.test(part) ? Number(part) : -1;
}

function write(root: JsonRecord, key: PatchKey, change: ValueUpdate): JsonRecord {
  const [field, ...rest] = key;
  return writeField(root, String(field), old => writeBelow(old, rest, change));
}

function writeBelow(container: unknown, [part, ...rest]: PatchKey, change: ValueUpdate): unknown {
  if (part === undefined) return change(container);
  const deeper: ValueUpdate = old => writeBelow(old, rest, change);
  if (Array.isArray(container)) return writeIndex(container, indexOf(part), deeper);
  if (isRecord(container)) return writeField(container, String(part), deeper);
  return typeof part === 'number' ? writeIndex([], part, deeper) : writeField({}, part, deeper);
}

function writeIndex(
  list: readonly unknown[],
  index: number,
  change: ValueUpdate,
): readonly unknown[] {
  const next = [...list];
  const value = change(list[index]);
  while (next.length < index) next.push(undefined);
  next[index] = value === absent ? undefined : value;
  // A slot is emptied, not taken out: more removals follow, by the numbers of before.
  if (value === absent) next.length = next.findLastIndex(slot => slot !== undefined) + 1;
  return next;
}

function writeField(record: JsonRecord, field: string, change: ValueUpdate): JsonRecord {
  const value = change(Object.hasOwn(record, field) ? record[field] : undefined);
  if (value !== absent) return {...record, [field]: value};
  return Object.fromEntries(Object.entries(record).filter(([name]) => name !== field));
}
