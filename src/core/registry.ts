/** Named values with change notification. A name that is not found here is looked up in the parent. */
export class Registry<T> {
  readonly #parent: Registry<T> | undefined;
  readonly #entries = new Map<string, readonly {readonly value: T}[]>();
  readonly #listeners = new Set<() => void>();

  constructor(parent?: Registry<T>) {
    this.#parent = parent;
  }

  /**
   * Registers a value, which takes precedence over earlier ones. Returns a function that undoes this registration only.
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

  /** Calls the listener after each registration here. Returns an unsubscribe function. */
  onRegister(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** The value registered last, here before the parent. */
  get(name: string): T | undefined {
    const [newest] = this.#own(name);
    return newest ? newest.value : this.#parent?.get(name);
  }

  /** All values of this name in order of precedence, for callers that try the next one if a value declines. */
  all(name: string): readonly T[] {
    return [...this.#own(name).map(({value}) => value), ...(this.#parent?.all(name) ?? [])];
  }

  /** All names with a value, here or in the parent. */
  names(): readonly string[] {
    return [...new Set([...(this.#parent?.names() ?? []), ...this.#entries.keys()])];
  }

  #own(name: string): readonly {readonly value: T}[] {
    return this.#entries.get(name) ?? [];
  }
}
