/** The focused element outside of this element, across shadow trees. */
function focusedBeside(host: Element): HTMLElement | undefined {
  let active = document.activeElement;
  while (active !== host && active?.shadowRoot?.activeElement) {
    active = active.shadowRoot.activeElement;
  }
  if (!(active instanceof HTMLElement) || active === host || active === document.body)
    return undefined;
  return active;
}

/**
 * Takes the focus from the page before this element takes it. A modal that traps the focus reads from `focusout` where it goes,
 * and takes it back; it lets it go to nowhere, as when the user changes the window.
 */
export function releaseFocus(host: Element): void {
  focusedBeside(host)?.blur();
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
    this.#before = focusedBeside(this.#host);
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
