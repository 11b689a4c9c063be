import type {ReactiveController} from 'lit';
import type {ElementHost} from '../base/language.js';

/** On a screen as narrow as this, a floating chat covers it and is modal. */
const narrow = '(max-width: 30rem)';

/**
 * Follows the viewport: whether a chat covers the screen, how much of the screen the on-screen keyboard leaves free, and the CSS
 * zoom of the page.
 */
export class ViewportController implements ReactiveController {
  readonly #host: ElementHost;
  readonly #screen: MediaQueryList | undefined;
  readonly #sizes: ResizeObserver | undefined;

  constructor(host: ElementHost) {
    this.#host = host;
    this.#screen = typeof matchMedia === 'undefined' ? undefined : matchMedia(narrow);
    // A zoom changes the size of the chat; no event reports it. The height may follow in the next frame only.
    this.#sizes =
      typeof ResizeObserver === 'undefined'
        ? undefined
        : new ResizeObserver(() => requestAnimationFrame(this.#onResize));
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
    this.#sizes?.observe(this.#host);
  }

  hostDisconnected(): void {
    this.#screen?.removeEventListener('change', this.#onScreen);
    window.visualViewport?.removeEventListener('resize', this.#onViewport);
    window.visualViewport?.removeEventListener('scroll', this.#onViewport);
    this.#sizes?.disconnect();
  }

  readonly #onScreen = () => this.#host.requestUpdate();

  get #panel(): HTMLElement | null | undefined {
    return this.#host.shadowRoot?.querySelector<HTMLElement>('.panel');
  }

  readonly #onResize = () => {
    const zoom = 'currentCSSZoom' in this.#host ? this.#host.currentCSSZoom : 1; // Not in Safari.
    this.#panel?.style.setProperty('--_zoom', String(zoom));
  };

  /** Phones display the keyboard above the page; only the visual viewport has the remaining size. */
  readonly #onViewport = () => {
    const panel = this.#panel;
    const view = window.visualViewport;
    if (!panel || !view || view.scale > 1) return; // Zoomed in, the visual viewport is a part of the page.
    panel.style.setProperty('--_viewport-block-size', `${view.height}px`);
    panel.style.setProperty('--_viewport-offset-top', `${view.offsetTop}px`);
  };
}
