import type {ReactiveController, ReactiveControllerHost} from 'lit';

const isTurn = (node: EventTarget): node is HTMLElement =>
  node instanceof HTMLElement && node.part.contains('turn');

/**
 * Keeps the focus in a conversation when what had it goes away: a form that was answered, a step that folds, a button
 * that hides while a run goes on. Then the turn around it has the focus, or the last turn.
 */
export class FocusKeeper implements ReactiveController {
  readonly #host: ReactiveControllerHost & HTMLElement;
  /** The turn that the focus is in. */
  #turn: HTMLElement | undefined;
  #focused: Element | null = null;

  constructor(host: ReactiveControllerHost & HTMLElement) {
    this.#host = host;
    host.addController(this);
    for (const act of ['keypress', 'click']) host.addEventListener(act, () => this.hostUpdated());
    host.addEventListener('focusin', event => {
      this.#turn = event.composedPath().find(isTurn);
    });
  }

  /** What stands in the turns is drawn after them, and what became invisible loses the focus when that is painted. */
  hostUpdated(): void {
    if (!this.#turn) return;
    let focused: Element | null = this.#host.matches(':focus-within') ? this.#host : null;
    // The way of the focus within a shadow tree is not told outside of it.
    while (focused?.shadowRoot) focused = focused.shadowRoot.activeElement;
    this.#focused = focused ?? this.#focused;
    requestAnimationFrame(() => setTimeout(this.#look));
  }

  readonly #look = (): void => {
    const turn = this.#turn;
    if (!turn || this.#host.matches(':focus-within')) return;
    this.#turn = undefined;
    if (document.activeElement && document.activeElement !== document.body) return;
    if (this.#focused?.checkVisibility()) return; // It was left.
    const turns = turn.isConnected
      ? [turn]
      : [...(this.#host.shadowRoot?.querySelectorAll<HTMLElement>('.turn') ?? [])];
    turns.at(-1)?.focus({preventScroll: true});
  };
}
