/** What has the focus, in whatever shadow tree; but not within this element. */
function focusedBeside(host: Element): Element | null {
  let active = document.activeElement;
  while (active !== host && active?.shadowRoot?.activeElement) {
    active = active.shadowRoot.activeElement;
  }
  return active;
}

/** Where the focus was before an element took it. */
export class FocusRestorer {
  readonly #host: Element;
  #before: HTMLElement | undefined;

  constructor(host: Element) {
    this.#host = host;
  }

  /** Remembers what has the focus, in whatever shadow tree, so that it can have it back. */
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
