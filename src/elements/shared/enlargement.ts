import type {ReactiveControllerHost} from 'lit';
import {isEscape} from './input/contain-key-events.js';
import type {Drawing} from './icons/icons.js';

export const expand: Drawing = ['expand', 'M14 4.5h5.5V10M10 19.5H4.5V14M19 5l-6 6M5 19l6-6'];

export const collapse: Drawing = ['collapse', 'M19.5 9.5H14V4M4.5 14.5H10V20M14 10l6-6M10 14l-6 6'];

/**
 * Enlarges the card of an element. The card moves to the top layer in place, as a popover, because moving a frame in the
 * tree reloads its content. The card listens to `toggle` and `keydown`.
 */
export class Enlargement {
  readonly #host: ReactiveControllerHost;
  readonly #card: () => HTMLElement | null;
  readonly #onChange: () => void;
  #isLarge = false;
  #listening: AbortController | undefined;

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
      card.popover = null;
    } else {
      card.popover = 'auto';
      card.showPopover();
      this.#observeFocus(card);
    }
    this.#change(!this.#isLarge);
  };

  readonly onToggle = ({newState}: ToggleEvent): void => {
    if (newState === 'open') return;
    const card = this.#card();
    if (card) card.popover = null;
    this.#change(false);
  };

  /** Where the focus moves within a shadow tree, its event does not leave that tree. */
  #observeFocus(card: HTMLElement): void {
    this.#listening = new AbortController();
    const {signal} = this.#listening;
    for (let node: Node | undefined = card; node;) {
      const root: Node = node.getRootNode();
      root.addEventListener('focusin', event => this.#onFocusin(event), {signal});
      node = root instanceof ShadowRoot ? root.host : undefined;
    }
  }

  /** The card would cover what has the focus behind it. */
  #onFocusin(event: Event): void {
    const card = this.#card();
    const path = event.composedPath();
    if (!this.#isLarge || !card || path.includes(card)) return;
    this.toggle();
    const [target] = path;
    if (target instanceof Element) target.scrollIntoView({block: 'nearest'});
  }

  /** Escape closes the enlarged card, and nothing around it. */
  readonly onKeydown = (event: KeyboardEvent): void => {
    if (isEscape(event) && this.#isLarge) event.stopPropagation();
  };

  #change(isLarge: boolean): void {
    if (isLarge === this.#isLarge) return;
    this.#isLarge = isLarge;
    if (!isLarge) this.#listening?.abort();
    this.#host.requestUpdate();
    this.#onChange();
  }
}
