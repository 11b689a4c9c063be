import type {Restore} from '../../types.js';

/** Queues of values by name, oldest first. */
export class ByName<T> {
  #waiting = new Map<string, Set<T>>();

  save(): Restore {
    const saved = Array.from(this.#waiting, ([name, values]) => [name, [...values]] as const);
    return () => {
      this.#waiting = new Map(saved.map(([name, values]) => [name, new Set(values)]));
    };
  }

  add(name: string, value: T): void {
    const values = this.#waiting.get(name) ?? new Set();
    this.#waiting.set(name, values.add(value));
  }

  delete(name: string, value: T): void {
    const values = this.#waiting.get(name);
    values?.delete(value);
    if (values?.size === 0) this.#waiting.delete(name);
  }

  /** The oldest value with this name. */
  first(name: string): T | undefined {
    const [oldest] = this.#waiting.get(name) ?? [];
    return oldest;
  }

  clear(): void {
    this.#waiting.clear();
  }
}
