/** The names of the events, each declared beside its class. */
export type EventName = keyof GlobalEventHandlersEventMap & `ubik-${string}`;

/** Base of all events of the elements. They bubble and cross shadow boundaries, so a page can listen on any ancestor. */
export abstract class UbikElementEvent extends Event {
  constructor(type: EventName, {cancelable = false} = {}) {
    super(type, {bubbles: true, composed: true, cancelable});
  }
}

/** An action is about to happen. Cancelable: after `preventDefault()` it does not happen. */
export abstract class ActionRequestEvent extends UbikElementEvent {
  constructor(type: EventName & `${string}-request`) {
    super(type, {cancelable: true});
  }
}

/**
 * A request whose sender waits for a result. `respondWith` replaces the action of the chat; without it, and unless the
 * event is canceled, the chat acts when all listeners have been called.
 */
export abstract class ResultRequestEvent<T> extends ActionRequestEvent {
  #response: Promise<T> | undefined;
  #action: (() => Promise<T> | undefined) | undefined;

  /** Answers the request in place of the chat. Throws an `InvalidStateError` if it has been answered already. */
  respondWith(response: Promise<T> | T): void {
    if (this.#response) throw new DOMException('Already answered.', 'InvalidStateError');
    this.#response = Promise.resolve(response);
    this.#response.catch(() => undefined); // The sender handles a rejection.
  }

  /** Sets what happens if no listener answers or cancels the request. The element that can act calls it. */
  setDefaultAction(action: () => Promise<T> | undefined): void {
    this.#action ??= action;
  }

  /** The result, read by the sender after the dispatch: undefined if the request was canceled or has no receiver. */
  takeResult(): Promise<T> | undefined {
    if (this.#response) return this.#response;
    return this.defaultPrevented ? undefined : this.#action?.();
  }
}
