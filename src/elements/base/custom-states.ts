/** Sets the custom states of an element, for the CSS selector `:state(name)`. */
export class CustomStates {
  readonly #states: CustomStateSet | undefined;

  constructor(element: HTMLElement) {
    // The emulated DOM of a test may have neither.
    const {attachInternals} = element as Partial<HTMLElement>;
    this.#states = attachInternals?.call(element).states;
  }

  /** Sets these states and no others. */
  show(names: readonly string[]): void {
    const states = this.#states;
    if (!states) return;
    for (const name of [...states]) if (!names.includes(name)) states.delete(name);
    for (const name of names) if (!states.has(name)) states.add(name);
  }
}
