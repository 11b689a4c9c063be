import type {LitElement, ReactiveController} from 'lit';
import type {ProgressiveRender} from './progressive-render.js';
import {whenIdle} from '../base/when-idle.js';

/**
 * In which order the rest of a long history is drawn: what the reader comes near, when he does; one group after the
 * other while the page has nothing else to do; and all of it for the printer.
 */
export class IdleRenderQueue implements ReactiveController {
  readonly #host: LitElement;
  readonly #drawing: ProgressiveRender;
  #near: IntersectionObserver | undefined;
  #cancel: (() => void) | undefined;

  constructor(host: LitElement, drawing: ProgressiveRender) {
    this.#host = host;
    this.#drawing = drawing;
    host.addController(this);
  }

  hostConnected(): void {
    addEventListener('beforeprint', this.#onPrint);
    this.#host.requestUpdate();
  }

  hostUpdated(): void {
    const {renderRoot, isConnected} = this.#host;
    if (!this.#drawing.next || !isConnected) {
      this.#lookAway(); // What is looked at is measured in every frame.
      return;
    }
    this.#near ??= new IntersectionObserver(this.#onNear, {
      root: renderRoot.firstElementChild,
      rootMargin: '100% 0px',
    });
    for (const box of renderRoot.querySelectorAll('.blank')) this.#near.observe(box);
    this.#cancel ??= whenIdle(() => {
      this.#cancel = undefined;
      const {next} = this.#drawing;
      this.#drawing.draw(group => group === next);
    });
  }

  hostDisconnected(): void {
    removeEventListener('beforeprint', this.#onPrint);
    this.#lookAway();
    this.#cancel?.();
    this.#cancel = undefined;
  }

  #lookAway(): void {
    this.#near?.disconnect();
    this.#near = undefined;
  }

  readonly #onNear = (entries: readonly IntersectionObserverEntry[]): void => {
    const near = entries.filter(entry => entry.isIntersecting).map(({target}) => target);
    const keys = new Set(near.map(box => Number(box.getAttribute('data-group'))));
    this.#drawing.draw(({key}) => keys.has(key));
  };

  readonly #onPrint = (): void => this.#drawing.draw(() => true);
}
