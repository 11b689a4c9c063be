/** Writes changes, and while it records, remembers how to take them back. */
export class UndoLog {
  #undo: (() => void)[] | undefined;

  get recording(): boolean {
    return this.#undo !== undefined;
  }

  record(): void {
    this.#undo = [];
  }

  /** Takes back what was written since `record`, the last change first. */
  rollBack(): void {
    const undo = this.#undo;
    this.#undo = undefined;
    while (undo?.length) undo.pop()?.();
  }

  set<T, K extends keyof T>(target: T, key: K, value: T[K]): void {
    const before = target[key];
    target[key] = value;
    this.#undo?.push(() => {
      target[key] = before;
    });
  }

  push<T>(array: T[], value: T): void {
    array.push(value);
    this.#undo?.push(() => array.pop());
  }

  pop(array: unknown[]): void {
    const [last] = array.splice(-1);
    if (last !== undefined) this.#undo?.push(() => array.push(last));
  }

  /** Drops so many from the front. */
  shift(array: unknown[], count: number): void {
    const dropped = array.splice(0, count);
    this.#undo?.push(() => array.unshift(...dropped));
  }
}
