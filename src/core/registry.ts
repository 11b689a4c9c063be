/** Names to values. What is not found here is looked for in the parent. */
export class Registry<T> {
  readonly #parent: Registry<T> | undefined;
  readonly #entries = new Map<string, readonly {readonly value: T}[]>();
  readonly #listeners = new Set<() => void>();

  constructor(parent?: Registry<T>) {
    this.#parent = parent;
  }

  /**
   * Registers a value, the newest first; gives back the function that undoes this registration, once, and no other one
   * of the same value.
   */
  register(name: string, value: T): () => void {
    const entry = {value};
    this.#entries.set(name, [entry, ...this.#own(name)]);
    for (const listener of [...this.#listeners]) listener();
    return () => {
      const rest = this.#own(name).filter(known => known !== entry);
      if (rest.length > 0) this.#entries.set(name, rest);
      else this.#entries.delete(name);
    };
  }

  /** Calls back after each value that is registered here; gives back the function that ends it. */
  onRegister(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** The value that was registered last, here before the parent. */
  get(name: string): T | undefined {
    const [newest] = this.#own(name);
    return newest ? newest.value : this.#parent?.get(name);
  }

  /** Every value of this name, nearest and newest first: a value may decline, and the next is asked. */
  all(name: string): readonly T[] {
    return [...this.#own(name).map(({value}) => value), ...(this.#parent?.all(name) ?? [])];
  }

  /** Every name that has a value, here or in the parent. */
  names(): readonly string[] {
    return [...new Set([...(this.#parent?.names() ?? []), ...this.#entries.keys()])];
  }

  #own(name: string): readonly {readonly value: T}[] {
    return this.#entries.get(name) ?? [];
  }
}
