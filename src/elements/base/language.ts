import type {ReactiveController, ReactiveControllerHost} from 'lit';
import {LazyModule} from '../../controller/lazy-module.js';
import {en, type Labels} from '../locales/en.js';
import {findLabels, locales} from '../locales/locales.js';

/** An element that reactive controllers can be added to. */
export type ElementHost = ReactiveControllerHost & HTMLElement;

const hostOf = (root: Node): Element | null => (root instanceof ShadowRoot ? root.host : null);

/** The language of an element by the HTML standard: the nearest `lang` attribute, across shadow roots. */
export function languageOf(element: Element): string {
  for (let at: Element | null = element; at; at = at.parentElement ?? hostOf(at.getRootNode())) {
    const lang = at.getAttribute('lang');
    if (lang !== null) return lang;
  }
  return '';
}

/** The labels in the language of its host; updates the host when a `lang` attribute changes. */
export class LanguageController implements ReactiveController {
  readonly #host: ElementHost;
  #observer: MutationObserver | undefined; // Undefined on a server, where no element is connected.
  #tag: string | undefined;
  #labels: Labels = en;
  #unsubscribe: (() => void) | undefined;
  readonly #subscriber = {requestUpdate: () => this.#update()};

  constructor(host: ElementHost) {
    this.#host = host;
    host.addController(this);
  }

  /** English until the table of the language is loaded. */
  get labels(): Labels {
    return this.#labels;
  }

  hostConnected(): void {
    this.#observer ??= new MutationObserver(() => this.#read());
    for (let node: Node | null = this.#host; node; node = hostOf(node.getRootNode())) {
      this.#observer.observe(node.getRootNode(), {subtree: true, attributeFilter: ['lang']});
    }
    this.#unsubscribe = locales.onRegister(() => this.#update());
    this.#tag = languageOf(this.#host);
    this.#update(); // The table may have been registered while the host was outside of the page.
  }

  hostDisconnected(): void {
    this.#observer?.disconnect();
    this.#unsubscribe?.();
  }

  #read(): void {
    const tag = languageOf(this.#host);
    if (tag === this.#tag) return;
    this.#tag = tag;
    this.#update();
  }

  /** Shows the labels of the language, now or when they have loaded. */
  #update(): void {
    const found = findLabels(this.#tag ?? '');
    const labels = found instanceof LazyModule ? found.get(this.#subscriber) : found;
    if (labels) this.#show(labels);
  }

  #show(labels: Labels): void {
    if (labels === this.#labels) return;
    this.#labels = labels;
    this.#host.requestUpdate();
  }
}
