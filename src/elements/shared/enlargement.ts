import type {ReactiveControllerHost} from 'lit';
import {isEscape} from './contain-key-events.js';

/**
 * Enlarges the card of an element. The card moves to the top layer in place, as a popover, because moving a frame in the
 * tree reloads its content. The card listens to `toggle` and `keydown`.
 */
export class Enlargement {
  readonly #host: ReactiveControllerHost;
  readonly #card: () => HTMLElement | null;
  readonly #onChange: () => void;
  #isLarge = false;

  constructor(
    host: ReactiveControllerHost,
    card: () => HTMLElement | null,
    onChange: () => void = () => undefined,
  ) {
    this.#host = host;
    this.#card = card;
    this.#onChange = onChange;
  }

  get isLarge(): boolean {
    return this.#isLarge;
  }

  readonly toggle = (): void => {
    const card = this.#card();
    if (!card) return;
    if (this.#isLarge) {
      if (card.matches(':popover-open')) card.hidePopover();
    } else {
      card.popover = 'auto';
      card.showPopover();
    }
    this.#change(!this.#isLarge);
  };

  readonly onToggle = ({newState}: ToggleEvent): void => {
    if (newState === 'open') return;
    const card = this.#card();
    if (card) card.popover = null;
    this.#change(false);
  };

  /** Escape closes the enlarged card, and nothing around it. */
  readonly onKeydown = (event: KeyboardEvent): void => {
    if (isEscape(event) && this.#isLarge) event.stopPropagation();
  };

  #change(isLarge: boolean): void {
    if (isLarge === this.#isLarge) return;
    this.#isLarge = isLarge;
    this.#host.requestUpdate();
    this.#onChange();
  }
}
