/** A list that grows, and those who follow it from its start. */
export class Feed<T> {
  readonly #entries: T[];
  readonly #sleepers = new Set<() => void>();
  readonly closed: Promise<void>;
  #over = false;
  #announce: () => void = () => undefined;

  constructor(entries: readonly T[] = []) {
    this.#entries = [...entries];
    this.closed = new Promise(resolve => {
      this.#announce = resolve;
    });
  }

  get entries(): readonly T[] {
    return this.#entries;
  }

  /** Whether nothing will be added any more. */
  get over(): boolean {
    return this.#over;
  }

  push(entry: T): void {
    this.#entries.push(entry);
    this.#wake();
  }

  close(): void {
    this.#over = true;
    this.#announce();
    this.#wake();
  }

  /** Every entry from the first one on, as it comes, until the list is over or `signal` is aborted. */
  async *follow(signal: AbortSignal): AsyncGenerator<T> {
    const wake = (): void => this.#wake();
    signal.addEventListener('abort', wake);
    try {
      for (let n = 0; !signal.aborted;) {
        const entry = this.#entries[n];
        if (entry !== undefined) {
          n++;
          yield entry;
        } else if (this.#over) return;
        else await new Promise<void>(resolve => this.#sleepers.add(resolve));
      }
    } finally {
      signal.removeEventListener('abort', wake);
    }
  }

  #wake(): void {
    const sleepers = [...this.#sleepers];
    this.#sleepers.clear();
    for (const wake of sleepers) wake();
  }
}
