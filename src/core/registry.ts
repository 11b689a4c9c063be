/** Names to values. What is not found here is looked for in the parent. */
export class Registry<T> {
  readonly #parent: Registry<T> | undefined;
  readonly #values = new Map<string, T[]>();

  constructor(parent?: Registry<T>) {
    this.#parent = parent;
  }

  /** Registers a value, the newest first; gives back the function that undoes it. */
  register(name: string, value: T): () => void {
    const values = this.#values.get(name) ?? [];
    this.#values.set(name, [value, ...values]);
    return () => {
      const rest = (this.#values.get(name) ?? []).filter(known => known !== value);
      if (rest.length > 0) this.#values.set(name, rest);
      else this.#values.delete(name);
    };
  }

  /** The value that was registered last, here before the parent. */
  get(name: string): T | undefined {
    return this.#values.get(name)?.[0] ?? this.#parent?.get(name);
  }

  /** Every value of this name, nearest and newest first: a value may decline, and the next is asked. */
  all(name: string): readonly T[] {
    return [...(this.#values.get(name) ?? []), ...(this.#parent?.all(name) ?? [])];
  }
}
