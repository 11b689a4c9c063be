import type {PatchKey, Patch} from './events.js';
import {isRecord, type JsonRecord} from '../../values.js';

/** Maximum index in a list of an answer. A greater one is an error and must not allocate memory. */
const MAX_INDEX = 100_000;

export interface Patched {
  readonly root: JsonRecord;
  /** The code of an anomaly in the patch. */
  readonly odd?: 'value-replaced' | 'key-mismatch';
}

/** Computes a value from the previous one; `absent` removes it. */
type ValueUpdate = (old: unknown) => unknown;

const absent = Symbol('absent');

/**
 * Applies a patch. Copies only the containers on its path. Creates missing containers as lists or objects, depending on
 * the next part of the key. A key that does not fit the document changes nothing.
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

/** The value at a key. */
export function valueAt(root: unknown, key: PatchKey): unknown {
  return key.reduce<unknown>((container, part) => {
    if (Array.isArray(container)) return container[indexOf(part)];
    return isRecord(container) && Object.hasOwn(container, part) ? container[part] : undefined;
  }, root);
}

/** Whether every list on the path is accessed by a valid index. */
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
  // Clears the slot instead of removing it, because further removals use the same indices.
  if (value === absent) next.length = next.findLastIndex(slot => slot !== undefined) + 1;
  return next;
}

function writeField(record: JsonRecord, field: string, change: ValueUpdate): JsonRecord {
  const value = change(Object.hasOwn(record, field) ? record[field] : undefined);
  if (value !== absent) return {...record, [field]: value};
  return Object.fromEntries(Object.entries(record).filter(([name]) => name !== field));
}
