import type {ReactiveController, ReactiveControllerHost} from 'lit';

/*
 * The context protocol of the Web Components Community Group: who needs a value asks for it upwards by an event, and is
 * told again when it changes.
 */

/** Takes the value, and what ends the telling. */
type Take<T> = (value: T, leave?: () => void) => void;

interface ContextRequest<T> extends Event {
  readonly context: unknown;
  readonly contextTarget?: EventTarget;
  readonly callback: Take<T>;
  readonly subscribe?: boolean;
}

/** Lends a value to the elements inside its host. */
export class ContextProvider<T> {
  readonly #borrowers = new Map<Take<T>, () => void>();
  #value: T;

  constructor(host: HTMLElement, context: symbol, value: T) {
    this.#value = value;
    host.addEventListener('context-request', event => {
      const request = event as ContextRequest<T>;
      const {callback, contextTarget = event.composedPath()[0]} = request;
      if (request.context !== context || contextTarget === host) return;
      event.stopPropagation();
      if (request.subscribe) this.#borrowers.set(callback, () => this.#borrowers.delete(callback));
      callback(this.#value, this.#borrowers.get(callback));
    });
  }

  /** What is lent; those who have it are told where it is another one. */
  setValue(value: T): void {
    if (value === this.#value) return;
    this.#value = value;
    for (const [take, leave] of this.#borrowers) take(value, leave);
  }
}

/** What is lent to its host, while that is on the page. */
export class ContextConsumer<T> implements ReactiveController {
  readonly #host: ReactiveControllerHost & HTMLElement;
  readonly #context: symbol;
  #value: T | undefined;
  #leave: (() => void) | undefined;

  constructor(host: ReactiveControllerHost & HTMLElement, context: symbol) {
    this.#host = host;
    this.#context = context;
    host.addController(this);
  }

  /** The value, once somebody has lent one. */
  get value(): T | undefined {
    return this.#value;
  }

  hostConnected(): void {
    const request = {context: this.#context, contextTarget: this.#host, callback: this.#take};
    const event = new Event('context-request', {bubbles: true, composed: true});
    this.#host.dispatchEvent(Object.assign(event, request, {subscribe: true}));
  }

  hostDisconnected(): void {
    this.#leave?.();
    this.#leave = undefined;
  }

  readonly #take: Take<T> = (value, leave) => {
    if (leave !== this.#leave) this.#leave?.();
    this.#leave = leave;
    if (value === this.#value) return;
    this.#value = value;
    this.#host.requestUpdate();
  };
}
