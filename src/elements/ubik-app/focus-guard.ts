/** After a key was pressed in the page, nobody clicks into an app so soon. */
const typingMs = 1000;

/** How often an app may take the focus from a field of the page before it is closed. */
const maxTaken = 2;

const FIELD = 'input, textarea, select, [contenteditable]';

/**
 * Gives the focus back to the field of the page in which the user writes. Some browsers let a frame without an origin
 * focus itself, and it would get the words of the user. The page sees no event in the frame, so the focus counts as the
 * user's if the key Tab was pressed, or if a pointer may be in the frame and no key was pressed just before.
 */
export class FocusGuard {
  readonly #frame: HTMLElement;
  readonly #onTaken: (isTooOften: boolean) => void;
  readonly #listeners = new AbortController();
  /** The field that has the focus. */
  #field: HTMLElement | undefined;
  #typedAt = -Infinity;
  #isOver = false;
  #isTabbing = false;
  #isUsers = false;
  #taken = 0;

  constructor(frame: HTMLElement, onTaken: (isTooOften: boolean) => void) {
    this.#frame = frame;
    this.#onTaken = onTaken;
    const {signal} = this.#listeners;
    const options = {capture: true, signal};
    addEventListener('focusin', event => this.#onFocus(event), options);
    addEventListener('keydown', event => this.#onKey(event), options);
    addEventListener('blur', () => this.#onLeave(), {signal});
    // `:hover` does not match a frame while the pointer is in its document.
    frame.addEventListener('pointerenter', () => (this.#isOver = true), {signal});
    frame.addEventListener('pointerleave', () => (this.#isOver = false), {signal});
    this.#remember(focusedIn(document));
  }

  /** Whether the user has moved the focus into the frame. */
  get isOperated(): boolean {
    return this.#hasFocus && (this.#isUsers || this.#isByUser);
  }

  stop(): void {
    this.#listeners.abort();
  }

  get #hasFocus(): boolean {
    return focusedIn(document) === this.#frame;
  }

  get #isByUser(): boolean {
    const isPointed = this.#isOver || matchMedia('(any-pointer: coarse)').matches;
    return this.#isTabbing || (isPointed && performance.now() - this.#typedAt > typingMs);
  }

  #remember(focused: EventTarget | null | undefined): void {
    const isField = focused instanceof HTMLElement && focused.matches(FIELD);
    this.#field = isField ? focused : undefined;
  }

  #onFocus(event: FocusEvent): void {
    this.#isTabbing = this.#isUsers = false;
    this.#remember(event.composedPath()[0]);
  }

  #onKey({key}: KeyboardEvent): void {
    if (key !== 'Tab') {
      this.#typedAt = performance.now();
      return;
    }
    // The browser moves the focus before any timer runs.
    this.#isTabbing = true;
    setTimeout(() => (this.#isTabbing = false));
  }

  /** The focus has left the document: for a frame, or for another window. */
  #onLeave(): void {
    if (!this.#hasFocus) return;
    this.#isUsers = this.#isByUser;
    const field = this.#field;
    if (this.#isUsers || !field) return;
    this.#taken += 1;
    // Chromium finishes its change of the focus after this event.
    setTimeout(() => {
      if (this.#hasFocus) field.focus({preventScroll: true});
      this.#onTaken(this.#taken > maxTaken);
    });
  }
}

/** The focused element, across shadow trees. */
function focusedIn(root: DocumentOrShadowRoot): Element | null {
  const active = root.activeElement;
  return active?.shadowRoot?.activeElement ? focusedIn(active.shadowRoot) : active;
}
