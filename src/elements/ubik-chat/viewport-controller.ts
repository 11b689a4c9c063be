import type {ReactiveController, ReactiveControllerHost} from 'lit';

/** Narrower than this, a floating chat covers the screen and is modal. */
const narrow = '(max-width: 30rem)';

type Host = ReactiveControllerHost & HTMLElement;

/**
 * The place of a chat on the page: whether it covers the screen, and how much of the screen the on-screen keyboard leaves.
 */
export class ViewportController implements ReactiveController {
  readonly #host: Host;
  readonly #screen: MediaQueryList | undefined;

  constructor(host: Host) {
    this.#host = host;
    this.#screen = typeof matchMedia === 'undefined' ? undefined : matchMedia(narrow);
    host.addController(this);
  }

  /** Whether the screen is so narrow that an open chat covers it. */
  get covers(): boolean {
    return this.#screen?.matches ?? false;
  }

  hostConnected(): void {
    this.#screen?.addEventListener('change', this.#onScreen);
    window.visualViewport?.addEventListener('resize', this.#onViewport);
    window.visualViewport?.addEventListener('scroll', this.#onViewport);
  }

  hostDisconnected(): void {
    this.#screen?.removeEventListener('change', this.#onScreen);
    window.visualViewport?.removeEventListener('resize', this.#onViewport);
    window.visualViewport?.removeEventListener('scroll', this.#onViewport);
  }

  readonly #onScreen = () => this.#host.requestUpdate();

  /** Phones lay the keyboard over the page; only the visual viewport tells what is left. */
  readonly #onViewport = () => {
    const panel = this.#host.shadowRoot?.querySelector<HTMLElement>('.panel');
    const view = window.visualViewport;
    if (!panel || !view || view.scale > 1) return; // A reader who zooms in looks at a part of it.
    panel.style.setProperty('--_viewport-block-size', `${view.height}px`);
    panel.style.setProperty('--_viewport-offset-top', `${view.offsetTop}px`);
  };
}
