import {focusedElement} from '../base/focused-element.js';

/** Nobody clicks into an app so soon after a key for writing, and the focus follows the key Tab within this time. */
const soonMs = 1000;

/** How long the user counts as writing after a key for it. */
const writingMs = 10_000;

/** The time between two thefts of the focus that follow each other. */
const repeatMs = 10_000;

/** How many thefts may follow each other before the app is closed. */
const maxThefts = 2;

const FIELD = 'input, textarea, select, [contenteditable]';

/**
 * Gives the focus back to the field of the page in which the user writes. Some browsers let a frame without an origin
 * focus itself, and it would get the words of the user. The page sees no event in the frame, so it decides by the last
 * keys in the page and by the pointer whether the user has moved the focus. When nobody writes, the focus stays in the
 * frame: screen readers and voice control move it without keys and pointer.
 */
export class FocusGuard {
  readonly #frame: HTMLElement;
  readonly #onTheft: (isTooOften: boolean) => void;
  readonly #now: () => number;
  readonly #listeners = new AbortController();
  /** The field in which the user writes. */
  #field: HTMLElement | undefined;
  #wroteAt = -Infinity;
  /** When Tab was pressed, if neither a key for writing nor a change of the focus in the page has followed. */
  #tabbedAt = -Infinity;
  #isOver = false;
  /** Whether the pointer has entered the frame after the last key for writing. */
  #hasEntered = false;
  #isUsers = false;
  #thefts = 0;
  #stolenAt = -Infinity;

  constructor(
    frame: HTMLElement,
    onTheft: (isTooOften: boolean) => void,
    now: () => number = () => performance.now(),
  ) {
    this.#frame = frame;
    this.#onTheft = onTheft;
    this.#now = now;
    const {signal} = this.#listeners;
    const options = {capture: true, signal};
    addEventListener('focusin', event => this.#onFocus(event), options);
    addEventListener('keydown', event => this.#onKey(event), options);
    addEventListener('blur', () => this.#onLeave(), {signal});
    // `:hover` does not match a frame while the pointer is in its document.
    frame.addEventListener('pointerenter', () => (this.#isOver = this.#hasEntered = true), {
      signal,
    });
    frame.addEventListener('pointerleave', () => (this.#isOver = false), {signal});
  }

  /** Whether the user has moved the focus into the frame. */
  get isOperated(): boolean {
    return this.#hasFocus && (this.#isUsers || this.#isByUser);
  }

  stop(): void {
    this.#listeners.abort();
  }

  get #hasFocus(): boolean {
    return focusedElement(document) === this.#frame;
  }

  get #isByUser(): boolean {
    const now = this.#now();
    if (now - this.#tabbedAt < soonMs) return true;
    if (now - this.#wroteAt < soonMs) return this.#isOver && this.#hasEntered;
    return this.#isOver || matchMedia('(any-pointer: coarse)').matches;
  }

  #remember([target]: readonly EventTarget[]): void {
    const isField = target instanceof HTMLElement && target.matches(FIELD);
    this.#field = isField ? target : undefined;
  }

  #onFocus(event: FocusEvent): void {
    if (event.composedPath()[0] === this.#frame) return;
    this.#tabbedAt = -Infinity;
    this.#isUsers = false;
    this.#remember(event.composedPath());
  }

  #onKey(event: KeyboardEvent): void {
    // WebKitGTK does not name the key of Shift+Tab.
    if (event.key === 'Tab' || event.code === 'Tab') {
      this.#tabbedAt = this.#now();
    } else if (isSending(event)) {
      this.#wroteAt = -Infinity;
    } else if (isWriting(event)) {
      this.#wroteAt = this.#now();
      this.#tabbedAt = -Infinity;
      this.#hasEntered = false;
      // A move of the focus inside of a shadow tree is not seen here.
      this.#remember(event.composedPath());
    }
  }

  /** The focus has left the document: for a frame, or for another window. */
  #onLeave(): void {
    const isByUser = this.#isByUser;
    // Chromium finishes its change of the focus after this event, and Firefox names the focused element only then.
    setTimeout(() => {
      if (this.#hasFocus && !this.#listeners.signal.aborted) this.#onEnter(isByUser);
    });
  }

  /** The focus is in the frame. */
  #onEnter(isByUser: boolean): void {
    this.#isUsers = isByUser;
    if (isByUser) this.#thefts = 0;
    const now = this.#now();
    const field = this.#field;
    if (isByUser || !field || now - this.#wroteAt > writingMs) return;
    this.#thefts = now - this.#stolenAt > repeatMs ? 1 : this.#thefts + 1;
    this.#stolenAt = now;
    field.focus({preventScroll: true});
    this.#onTheft(this.#thefts > maxThefts);
  }
}

/** Enter sends a message or a form, so that the user no longer writes; in a composition it only accepts the word. */
const isSending = ({key, shiftKey, isComposing}: KeyboardEvent): boolean =>
  key === 'Enter' && !shiftKey && !isComposing;

/** Keys that change the text. Input methods and the keyboards of touch screens do not name theirs. */
const isWriting = ({key, ctrlKey, metaKey, altKey}: KeyboardEvent): boolean =>
  key.length === 1
    ? !ctrlKey && !metaKey && !altKey
    : ['Enter', 'Backspace', 'Delete', 'Process', 'Unidentified'].includes(key);
