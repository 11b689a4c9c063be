/** How long a user who pauses writes nothing. */
const pauseMs = 500;

/** Stores what the user writes, where that takes longer than a letter, after a pause or at the end of the page. */
export class AfterPause {
  #store: (() => void) | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Calls the function after a pause, instead of an earlier one. */
  start(store: () => void): void {
    this.cancel();
    this.#store = store;
    this.#timer = setTimeout(this.flush, pauseMs);
    addEventListener('pagehide', this.flush);
  }

  /** Stores now what has not been stored yet. */
  readonly flush = (): void => {
    const store = this.#store;
    this.cancel();
    store?.();
  };

  cancel(): void {
    this.#store = undefined;
    clearTimeout(this.#timer);
    removeEventListener('pagehide', this.flush);
  }
}
