/** The focused element outside of this element, across shadow trees. */
function focusedBeside(host: Element): Element | null {
  let active = document.activeElement;
  while (active !== host && active?.shadowRoot?.activeElement) {
    active = active.shadowRoot.activeElement;
  }
  return active;
}

/** Remembers the focus before an element takes it, and restores it. */
export class FocusRestorer {
  readonly #host: Element;
  #before: HTMLElement | undefined;

  constructor(host: Element) {
    this.#host = host;
  }

  /** Remembers the focused element, across shadow trees. */
  remember(): void {
    const active = focusedBeside(this.#host);
    const elsewhere = active instanceof HTMLElement && active !== this.#host;
    this.#before = elsewhere && active !== document.body ? active : undefined;
  }

  /** Returns focus to the element that had it. Returns whether it succeeded. */
  restore(): boolean {
    const before = this.#before;
    this.#before = undefined;
    if (!before?.isConnected) return false;
    before.focus();
    return before.matches(':focus-within');
  }
}
