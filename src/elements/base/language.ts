import type {ReactiveController, ReactiveControllerHost} from 'lit';
import {en, type Labels} from '../locales/en.js';
import {readLocale} from '../locales/locales.js';
import {trackLoading} from './lazy-element.js';

type Host = ReactiveControllerHost & HTMLElement;

const hostOf = (root: Node): Element | null => (root instanceof ShadowRoot ? root.host : null);

/** The language of an element by the HTML standard: that of the nearest `lang`, out of shadow trees too. */
function languageOf(element: Element): string {
  for (let at: Element | null = element; at; at = at.parentElement ?? hostOf(at.getRootNode())) {
    const lang = at.getAttribute('lang');
    if (lang !== null) return lang;
  }
  return '';
}

/** The strings of the interface in the language of the place where an element stands; follows every change of `lang`. */
export class Language implements ReactiveController {
  readonly #host: Host;
  #observer: MutationObserver | undefined; // There is none on a server, where nothing is connected.
  #tag: string | undefined;
  #labels: Labels = en;

  constructor(host: Host) {
    this.#host = host;
    host.addController(this);
  }

  /** English until the language is known and its table is here. */
  get labels(): Labels {
    return this.#labels;
  }

  hostConnected(): void {
    this.#observer ??= new MutationObserver(() => this.#read());
    for (let node: Node | null = this.#host; node; node = hostOf(node.getRootNode())) {
      this.#observer.observe(node.getRootNode(), {subtree: true, attributeFilter: ['lang']});
    }
    this.#read();
  }

  hostDisconnected(): void {
    this.#observer?.disconnect();
  }

  #read(): void {
    const tag = languageOf(this.#host);
    if (tag === this.#tag) return;
    this.#tag = tag;
    const labels = readLocale(tag);
    if (!(labels instanceof Promise)) this.#show(labels);
    else
      trackLoading(labels.then(late => tag === this.#tag && this.#show(late)).catch(reportError));
  }

  #show(labels: Labels): void {
    if (labels === this.#labels) return;
    this.#labels = labels;
    this.#host.requestUpdate();
  }
}
