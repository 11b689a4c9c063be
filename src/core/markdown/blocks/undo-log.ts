/** Applies changes. While it records, it stores how to undo each of them. */
export class UndoLog {
  #undo: (() => void)[] | undefined;

  get recording(): boolean {
    return this.#undo !== undefined;
  }

  record(): void {
    this.#undo = [];
  }

  /** Undoes the changes since `record`, last one first. */
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

  /** Removes elements from the front of an array. */
  shift(array: unknown[], count: number): void {
    const dropped = array.splice(0, count);
    this.#undo?.push(() => array.unshift(...dropped));
  }
}
