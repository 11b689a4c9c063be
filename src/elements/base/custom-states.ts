/** Sets one of several custom states of an element, for the CSS selector `:state(name)`. */
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
