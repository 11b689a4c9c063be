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

/** Subscribes its host to the value of the nearest provider while the host is connected. */
export class ContextConsumer<T> implements ReactiveController {
  readonly #host: ElementHost;
  readonly #context: symbol;
  #value: T | undefined;
  #unsubscribe: (() => void) | undefined;

  constructor(host: ElementHost, context: symbol) {
    this.#host = host;
    this.#context = context;
    host.addController(this);
  }

  /** The value; `undefined` if there is no provider. */
  get value(): T | undefined {
    return this.#value;
  }

  hostConnected(): void {
    const request = {context: this.#context, contextTarget: this.#host, callback: this.#receive};
    const event = new Event('context-request', {bubbles: true, composed: true});
    this.#host.dispatchEvent(Object.assign(event, request, {subscribe: true}));
  }

  hostDisconnected(): void {
    this.#unsubscribe?.();
    this.#unsubscribe = undefined;
  }

  readonly #receive: Callback<T> = (value, unsubscribe) => {
    if (unsubscribe !== this.#unsubscribe) this.#unsubscribe?.();
    this.#unsubscribe = unsubscribe;
    if (value === this.#value) return;
    this.#value = value;
    this.#host.requestUpdate();
  };
}
