/** An append-only list that any number of readers follow from its start. */
export class Feed<T> {
  readonly #entries: T[];
  readonly #waiters = new Set<() => void>();
  readonly closed: Promise<void>;
  #over = false;
  #resolveClosed: () => void = () => undefined;

  constructor(entries: readonly T[] = []) {
    this.#entries = [...entries];
    this.closed = new Promise(resolve => {
      this.#resolveClosed = resolve;
    });
  }

  get entries(): readonly T[] {
    return this.#entries;
  }

  /** Whether the list is closed. */
  get over(): boolean {
    return this.#over;
  }

  push(entry: T): void {
    this.#entries.push(entry);
    this.#notify();
  }

  close(): void {
    this.#over = true;
    this.#resolveClosed();
    this.#notify();
  }

  /** Yields all entries from the first on, until the list is closed or `signal` is aborted. */
  async *follow(signal: AbortSignal): AsyncGenerator<T> {
    const wake = (): void => this.#notify();
    signal.addEventListener('abort', wake);
    try {
      for (let n = 0; !signal.aborted;) {
        const entry = this.#entries[n];
        if (entry !== undefined) {
          n++;
          yield entry;
        } else if (this.#over) return;
        else await new Promise<void>(resolve => this.#waiters.add(resolve));
      }
    } finally {
      signal.removeEventListener('abort', wake);
    }
  }

  #notify(): void {
    const waiters = [...this.#waiters];
    this.#waiters.clear();
    for (const wake of waiters) wake();
  }
}
