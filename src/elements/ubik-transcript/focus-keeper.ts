import type {ReactiveController} from 'lit';
import {focusedElement} from '../base/focused-element.js';
import {isVisible} from '../base/is-visible.js';
import type {ElementHost} from '../base/language.js';
import {firstOpenQuestion} from './open-questions.js';

const turns = '[part~="turn"]';

const isTurn = (node: EventTarget): node is HTMLElement =>
  node instanceof HTMLElement && node.matches(turns);

/** Whether an element can have the focus, unlike the card of a question that is closed. */
const canFocus = (element: Element): boolean =>
  isVisible(element) === true &&
  !element.matches(':disabled') &&
  (!(element instanceof HTMLElement) || element.tabIndex >= 0 || element.hasAttribute('tabindex'));

/**
 * Keeps the focus in the conversation when the focused element disappears: an answered form, a collapsed step, a button
 * hidden during a run, a suggestion that was sent. The next question in the turn around it then gets the focus, or the turn, or the last turn. A
 * question gets it as a whole, so that a key that is pressed twice confirms nothing.
 */
export class FocusKeeper implements ReactiveController {
  readonly #host: ElementHost;
  /** The turn that the focus is in. */
  #turn: HTMLElement | undefined;
  #focused: Element | null = null;
  /** Whether the focus is in the conversation, or was when its element disappeared. */
  #isInside = false;
  /** Whether the last press was one of a pointer. */
  #hasPointed = false;

  constructor(host: ElementHost) {
    this.#host = host;
    host.addController(this);
    for (const act of ['keypress', 'click']) {
      host.addEventListener(act, event => {
        this.#hasPointed = event instanceof MouseEvent && event.detail > 0;
        this.hostUpdated();
      });
    }
  }

  /** Listens inside of the host, because a focus that moves within the host causes no event outside of its shadow tree. */
  hostConnected(): void {
    this.#host.shadowRoot?.addEventListener('focusin', this.#onFocus);
  }

  /** Checks after the next paint: nested elements render later, and hidden elements lose the focus when painted. */
  hostUpdated(): void {
    if (!this.#isInside) return;
    // Moves of the focus within a turn cause no event here.
    this.#turn = this.#host.shadowRoot?.activeElement?.closest<HTMLElement>(turns) ?? this.#turn;
    let focused: Element | null = this.#host.matches(':focus-within') ? this.#host : null;
    // The focused element of a shadow tree is not visible from outside of it.
    while (focused?.shadowRoot) focused = focused.shadowRoot.activeElement;
    this.#focused = focused ?? this.#focused;
    requestAnimationFrame(() => setTimeout(this.#restoreFocus));
  }

  readonly #onFocus = (event: Event): void => {
    const path = event.composedPath();
    const [focused] = path;
    this.#turn = path.find(isTurn);
    this.#focused = focused instanceof Element ? focused : null;
    this.#isInside = true;
  };

  readonly #restoreFocus = (): void => {
    const turn = this.#turn;
    // After a slotted element has disappeared, Chromium keeps `:focus-within` of the host, and Safari the focus.
    const focused = focusedElement(document);
    const isLost = !focused || focused === document.body || isVisible(focused) === false;
    if (!this.#isInside || (!isLost && this.#host.matches(':focus-within'))) return;
    const remaining = turn?.isConnected
      ? [turn]
      : [...(this.#host.shadowRoot?.querySelectorAll<HTMLElement>(turns) ?? [])];
    const [last] = remaining.slice(-1);
    if (isLost && !last) return; // The next update may have one.
    this.#isInside = false;
    this.#turn = undefined;
    if (!isLost) return;
    if (this.#focused && canFocus(this.#focused)) return; // The user moved the focus elsewhere.
    const question = last && firstOpenQuestion(last);
    // Below a pointer nothing may move: a second press would answer another question.
    if (question) question.focus({preventScroll: this.#hasPointed});
    else last?.focus({preventScroll: true});
  };
}
