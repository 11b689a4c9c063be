import {pointerKey} from '../../json.js';
import {asArray, asText} from '../../values.js';
import {shareStructure} from '../../model/share.js';

type Json = Readonly<Record<string, unknown>>;

/**
 * Applies a JSON Patch (RFC 6902) as a whole or not at all: `undefined` if an operation does not fit. Copies only what is
 * on the paths of the operations.
 */
export function applyPatch(value: unknown, patch: unknown): {readonly value: unknown} | undefined {
  try {
    return {value: asArray(patch).reduce(applyOperation, value)};
  } catch {
    return undefined;
  }
}

function applyOperation(root: unknown, operation: unknown): unknown {
  const {op, path, from, value} = operation as Json;
  const keys = keysOf(path);
  switch (op) {
    case 'add':
    case 'replace':
    case 'remove':
      return edit(root, keys, op, value);
    case 'copy':
      return edit(root, keys, 'add', read(root, keysOf(from)));
    case 'move':
      return edit(edit(root, keysOf(from), 'remove'), keys, 'add', read(root, keysOf(from)));
    case 'test':
      return isEqual(read(root, keys), value) ? root : fail();
    default:
      return fail();
  }
}

function fail(): never {
  throw new TypeError();
}

/** The keys of a JSON Pointer (RFC 6901). */
function keysOf(path: unknown): readonly string[] {
  if (path === '') return [];
  const [start, ...keys] = (asText(path) ?? fail()).split('/').map(pointerKey);
  // Code that assigns the fields of a state to an object would replace its prototype.
  return start !== '' || keys.includes('__proto__') ? fail() : keys;
}

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null;

const read = (value: unknown, keys: readonly string[]): unknown =>
  keys.reduce(
    (inner, key) => (isObject(inner) && Object.keys(inner).includes(key) ? inner[key] : fail()),
    value,
  );

/** The value at a JSON Pointer; `undefined` if there is none. */
export function valueAt(value: unknown, pointer: string): unknown {
  try {
    return read(value, keysOf(pointer));
  } catch {
    return undefined;
  }
}

/** A copy of a value with one change. */
function edit(
  value: unknown,
  [key, ...rest]: readonly string[],
  op: 'add' | 'replace' | 'remove',
  given?: unknown,
): unknown {
  if (key === undefined) return given;
  const isLast = rest.length === 0;
  const isAdded = isLast && op === 'add';
  if (!isObject(value) || !(isAdded || Object.hasOwn(value, key))) fail();
  if (Array.isArray(value)) {
    const list: readonly unknown[] = value;
    const at = key === '-' ? list.length : Number(/^(?:0|[1-9]\d*)$/.exec(key)?.[0]);
    if (!(at <= list.length)) fail();
    if (!isLast) return list.with(at, edit(list[at], rest, op, given));
    return list.toSpliced(at, isAdded ? 0 : 1, ...(op === 'remove' ? [] : [given]));
  }
  if (!isLast || op !== 'remove') return {...value, [key]: edit(value[key], rest, op, given)};
  return Object.fromEntries(Object.entries(value).filter(([name]) => name !== key));
}

/** Whether two JSON values are equal. */
const isEqual = (a: unknown, b: unknown): boolean => shareStructure(a, b) === a;
