type Container = readonly unknown[] | Readonly<Record<string, unknown>>;

const isContainer = (value: unknown): value is Container =>
  typeof value === 'object' && value !== null;

/**
 * Returns `before` wherever `after` is equal to it, at every depth, so that unchanged values stay the same objects.
 * Elements of lists are compared by `id` if they have one, else by index. For JSON-like values; does not modify them.
 * Without recursion, because received values may be nested deeper than the call stack.
 */
export function shareStructure<T>(before: unknown, after: T): T {
  const top = compare(before, after);
  if (!top) return after;
  const stack = [top];
  for (let pair = stack.at(-1); pair; pair = stack.at(-1)) {
    const below = pair.next();
    if (below) {
      stack.push(below);
      continue;
    }
    stack.pop();
    stack.at(-1)?.put(pair.result);
  }
  return top.result as T;
}

/** Two lists or two objects to compare; `undefined` for any other values, of which the newer one is used. */
function compare(before: unknown, after: unknown): ContainerPair | undefined {
  if (!isContainer(before) || !isContainer(after) || before === after) return undefined;
  return Array.isArray(before) === Array.isArray(after)
    ? new ContainerPair(before, after)
    : undefined;
}

class ContainerPair {
  readonly #before: Container;
  readonly #after: Container;
  readonly #keys: readonly string[];
  readonly #values: unknown[] = [];
  readonly #byId: ReadonlyMap<unknown, unknown> | undefined;
  #same: boolean;

  constructor(before: Container, after: Container) {
    this.#before = before;
    this.#after = after;
    this.#keys = Object.keys(after);
    this.#same =
      this.#keys.length === Object.keys(before).length && lengthOf(before) === lengthOf(after);
    if (Array.isArray(before)) this.#byId = indexById(before);
  }

  /** Advances to the next two values to compare; `undefined` when all are compared. */
  next(): ContainerPair | undefined {
    for (;;) {
      const key = this.#keys[this.#values.length];
      if (key === undefined) return undefined;
      const value = own(this.#after, key);
      const below = compare(this.#counterpart(key, value), value);
      if (below) return below;
      this.put(value);
    }
  }

  /** Sets the value of the current key. */
  put(value: unknown): void {
    const key = this.#keys[this.#values.length] ?? '';
    this.#same &&= Object.hasOwn(this.#before, key) && Object.is(own(this.#before, key), value);
    this.#values.push(value);
  }

  get result(): unknown {
    if (this.#same) return this.#before;
    if (Array.isArray(this.#after)) return this.#values;
    // Defines properties instead of assigning them, because `__proto__` may be a key.
    return Object.fromEntries(this.#keys.map((key, at) => [key, this.#values[at]]));
  }

  #counterpart(key: string, value: unknown): unknown {
    const there = own(this.#before, key);
    const id = this.#byId && idOf(value);
    return id === undefined || idOf(there) === id ? there : (this.#byId?.get(id) ?? there);
  }
}

const lengthOf = (container: Container): number =>
  Array.isArray(container) ? container.length : 0;

const own = (container: Container, key: string): unknown =>
  Object.hasOwn(container, key) ? (container as Readonly<Record<string, unknown>>)[key] : undefined;

const idOf = (value: unknown): unknown => (isContainer(value) ? own(value, 'id') : undefined);

function indexById(list: readonly unknown[]): ReadonlyMap<unknown, unknown> {
  const index = new Map<unknown, unknown>();
  for (const value of list) {
    const id = idOf(value);
    if (id !== undefined) index.set(id, value);
  }
  return index;
}
