type Plain = Record<string, unknown>;

const isPlain = (value: unknown): value is Plain => typeof value === 'object' && value !== null;

/**
 * Gives back `before` wherever `after` is equal to it, at every depth, so that what did not change is the same object.
 * For JSON-like values.
 */
export function share<T>(before: unknown, after: T): T {
  if (Object.is(before, after)) return after;
  if (Array.isArray(before) && Array.isArray(after)) return shareList(before, after) as T;
  if (!isPlain(before) || !isPlain(after) || Array.isArray(before) || Array.isArray(after))
    return after;
  const keys = Object.keys(after);
  const shared: Plain = {};
  let same = keys.length === Object.keys(before).length;
  for (const key of keys) {
    const value = Object.hasOwn(before, key) ? share(before[key], after[key]) : after[key];
    Object.defineProperty(shared, key, {
      value,
      writable: true,
      enumerable: true,
      configurable: true,
    });
    same &&= Object.hasOwn(before, key) && Object.is(value, before[key]);
  }
  return (same ? before : shared) as T;
}

/** Lists of items are matched by id, others by place. */
function shareList(before: readonly unknown[], after: readonly unknown[]): readonly unknown[] {
  const byId = new Map(before.map(value => [idOf(value), value]));
  const shared = after.map((value, place) =>
    share(byId.get(idOf(value) ?? NaN) ?? before[place], value),
  );
  const same =
    shared.length === before.length && shared.every((value, at) => Object.is(value, before[at]));
  return same ? before : shared;
}

function idOf(value: unknown): unknown {
  return isPlain(value) ? value['id'] : undefined;
}
