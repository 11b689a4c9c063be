import type {ReactiveController} from 'lit';
import type {ElementHost} from '../base/language.js';

const isTurn = (node: EventTarget): node is HTMLElement =>
  node instanceof HTMLElement && node.part.contains('turn');

/**
 * Keeps the focus in the conversation when the focused element disappears: an answered form, a collapsed step, a button
 * hidden during a run. The turn around it then gets the focus, or the last turn.
 */
export class FocusKeeper implements ReactiveController {
  readonly #host: ElementHost;
  /** The turn that the focus is in. */
  #turn: HTMLElement | undefined;
  #focused: Element | null = null;

  constructor(host: ElementHost) {
    this.#host = host;
    host.addController(this);
    for (const act of ['keypress', 'click']) host.addEventListener(act, () => this.hostUpdated());
    host.addEventListener('focusin', event => {
      this.#turn = event.composedPath().find(isTurn);
    });
  }

  /** Checks after the next paint: nested elements render later, and hidden elements lose the focus when painted. */
  hostUpdated(): void {
    if (!this.#turn) return;
    let focused: Element | null = this.#host.matches(':focus-within') ? this.#host : null;
    // The focused element of a shadow tree is not visible from outside of it.
    while (focused?.shadowRoot) focused = focused.shadowRoot.activeElement;
    this.#focused = focused ?? this.#focused;
    requestAnimationFrame(() => setTimeout(this.#restoreFocus));
  }

  readonly #restoreFocus = (): void => {
    const turn = this.#turn;
    if (!turn || this.#host.matches(':focus-within')) return;
    this.#turn = undefined;
    if (document.activeElement && document.activeElement !== document.body) return;
    if (this.#focused?.checkVisibility()) return; // The user moved the focus elsewhere.
    const turns = turn.isConnected
      ? [turn]
      : [...(this.#host.shadowRoot?.querySelectorAll<HTMLElement>('.turn') ?? [])];
    turns.at(-1)?.focus({preventScroll: true});
  };
}
