import type {ReactiveController} from 'lit';
import type {ElementHost} from './language.js';

/*
 * The context protocol of the Web Components Community Group: a consumer requests a value by an event that
 * bubbles, and receives it again when it changes.
 */

/** Receives the value, and a function that unsubscribes. */
type Callback<T> = (value: T, unsubscribe?: () => void) => void;

interface ContextRequest<T> extends Event {
  readonly context: unknown;
  readonly contextTarget?: EventTarget;
  readonly callback: Callback<T>;
  readonly subscribe?: boolean;
}

/** Provides a value to the elements inside its host. */
export class ContextProvider<T> {
  readonly #subscribers = new Map<Callback<T>, () => void>();
  #value: T;

  constructor(host: HTMLElement, context: symbol, value: T) {
    this.#value = value;
    host.addEventListener('context-request', event => {
      const request = event as ContextRequest<T>;
      const {callback, contextTarget = event.composedPath()[0]} = request;
      if (request.context !== context || contextTarget === host) return;
      event.stopPropagation();
      if (request.subscribe)
        this.#subscribers.set(callback, () => this.#subscribers.delete(callback));
      callback(this.#value, this.#subscribers.get(callback));
    });
  }

  /** Changes the value, and passes it to all subscribers if it is another one. */
  setValue(value: T): void {
    if (value === this.#value) return;
    this.#value = value;
    for (const [callback, unsubscribe] of this.#subscribers) callback(value, unsubscribe);
  }
}

/**
 * Subscribes its host to a value while the host is connected: to that of the nearest provider around the host, or of the
 * element that `findSource` names.
 */
export class ContextConsumer<T> implements ReactiveController {
  readonly #host: ElementHost;
  readonly #context: symbol;
  readonly #findSource: () => EventTarget | null;
  #value: T | undefined;
  /** The number of received values. */
  #answers = 0;
  #unsubscribe: (() => void) | undefined;

  /** @param findSource Returns the host for the provider around it, another provider, or `null` for none. */
  constructor(host: ElementHost, context: symbol, findSource: () => EventTarget | null) {
    this.#host = host;
    this.#context = context;
    this.#findSource = findSource;
    host.addController(this);
  }

  /** The value; `undefined` if there is no provider. */
  get value(): T | undefined {
    return this.#value;
  }

  hostConnected(): void {
    this.request();
  }

  hostDisconnected(): void {
    this.#unsubscribe?.();
    this.#unsubscribe = undefined;
  }

  /** Requests the value from its present source. Returns whether the source has one. */
  request(): boolean {
    this.hostDisconnected();
    const before = this.#answers;
    const source = this.#findSource();
    const request = {context: this.#context, contextTarget: this.#host, callback: this.#receive};
    const bubbles = source === this.#host;
    // The parser of `innerHTML` upgrades elements in the order of the document: the source may follow its consumer.
    if (source instanceof Element && !bubbles) customElements.upgrade(source);
    const event = new Event('context-request', {bubbles, composed: bubbles});
    source?.dispatchEvent(Object.assign(event, request, {subscribe: true}));
    const isAnswered = this.#answers > before;
    if (!isAnswered) this.#setValue(undefined);
    return isAnswered;
  }

  readonly #receive: Callback<T> = (value, unsubscribe) => {
    this.#answers += 1;
    if (unsubscribe !== this.#unsubscribe) this.#unsubscribe?.();
    this.#unsubscribe = unsubscribe;
    this.#setValue(value);
  };

  #setValue(value: T | undefined): void {
    if (value === this.#value) return;
    this.#value = value;
    this.#host.requestUpdate();
  }
}
