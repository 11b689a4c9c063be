interface MapLimits<V> {
  readonly maxEntries: number;
  /** All entries together. */
  readonly maxCharacters?: number;
  /** The characters of one entry, which may change. */
  readonly charactersOf?: (value: V) => number;
}

/**
 * What anybody may send, kept in memory up to a limit: `set` removes the entries that were added first, until the others
 * fit. An entry that is set again keeps its place.
 */
export class BoundedMap<K, V> extends Map<K, V> {
  readonly #limits: MapLimits<V>;

  constructor(limits: MapLimits<V>) {
    super();
    this.#limits = limits;
  }

  override set(key: K, value: V): this {
    super.set(key, value);
    const {maxEntries, maxCharacters = Infinity, charactersOf = () => 0} = this.#limits;
    let characters = 0;
    for (const kept of this.values()) characters += charactersOf(kept);
    for (const [oldest, removed] of this) {
      if (this.size <= maxEntries && characters <= maxCharacters) break;
      characters -= charactersOf(removed);
      this.delete(oldest);
    }
    return this;
  }
}
