import type {LitElement, ReactiveController} from 'lit';
import type {TurnGroups} from './turn-groups.js';
import {whenIdle} from '../base/when-idle.js';

/** Renders the placeholders of a long history: near the viewport at once, the others one by one when idle, all before printing. */
export class IdleRenderQueue implements ReactiveController {
  readonly #host: LitElement;
  readonly #groups: TurnGroups;
  #observer: IntersectionObserver | undefined;
  #cancel: (() => void) | undefined;

  constructor(host: LitElement, groups: TurnGroups) {
    this.#host = host;
    this.#groups = groups;
    host.addController(this);
  }

  hostConnected(): void {
    addEventListener('beforeprint', this.#onPrint);
    this.#host.requestUpdate();
  }

  hostUpdated(): void {
    const {renderRoot, isConnected} = this.#host;
    if (!this.#groups.next || !isConnected) {
      this.#disconnectObserver(); // Observed elements are measured in every frame.
      return;
    }
    this.#observer ??= new IntersectionObserver(this.#onNear, {
      root: renderRoot.firstElementChild,
      rootMargin: '100% 0px',
    });
    for (const box of renderRoot.querySelectorAll('.placeholder')) this.#observer.observe(box);
    this.#cancel ??= whenIdle(() => {
      this.#cancel = undefined;
      const {next} = this.#groups;
      this.#groups.render(group => group === next);
    });
  }

  hostDisconnected(): void {
    removeEventListener('beforeprint', this.#onPrint);
    this.#disconnectObserver();
    this.#cancel?.();
    this.#cancel = undefined;
  }

  #disconnectObserver(): void {
    this.#observer?.disconnect();
    this.#observer = undefined;
  }

  readonly #onNear = (entries: readonly IntersectionObserverEntry[]): void => {
    const near = entries.filter(entry => entry.isIntersecting).map(({target}) => target);
    const keys = new Set(near.map(box => Number(box.getAttribute('data-group'))));
    this.#groups.render(({key}) => keys.has(key));
  };

  readonly #onPrint = (): void => this.#groups.render(() => true);
}
