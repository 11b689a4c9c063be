/** Shows on an element, as `:state(name)`, which one of several states it is in. */
export class CustomStates {
  readonly #states: CustomStateSet | undefined;
  #shown: string | undefined;

  constructor(element: HTMLElement) {
    this.#states = element.attachInternals().states;
  }

  show(state: string): void {
    if (state === this.#shown) return;
    if (this.#shown !== undefined) this.#states?.delete(this.#shown);
    this.#states?.add(state);
    this.#shown = state;
  }
}
