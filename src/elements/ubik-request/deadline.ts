import type {ReactiveController} from 'lit';
import type {RequestItem} from '../../core/model/item.js';
import {startTicking, stopTicking, type TickingHost} from '../base/ticker.js';

/** How long a question can still be answered; draws its host once a second while it can. */
export class Deadline implements ReactiveController {
  readonly #host: TickingHost;
  readonly #age: (item: RequestItem) => number | undefined;
  #first: {readonly id: string; readonly at: number} | undefined;

  /** @param age Seconds since a question was asked; without them, time is counted from when it is first shown. */
  constructor(host: TickingHost, age: (item: RequestItem) => number | undefined) {
    this.#host = host;
    this.#age = age;
    host.addController(this);
  }

  /** Seconds left, at least 0; nothing where the question has no deadline or waits no more. */
  read(item: RequestItem): number | undefined {
    if (item.status !== 'waiting' || item.timeout === undefined) {
      stopTicking(this.#host);
      return undefined;
    }
    const left = Math.max(0, item.timeout - (this.#age(item) ?? this.#shownFor(item)));
    if (left > 0) startTicking(this.#host);
    else stopTicking(this.#host);
    return left;
  }

  #shownFor({id}: RequestItem): number {
    const now = performance.now();
    if (this.#first?.id !== id) this.#first = {id, at: now};
    return (now - this.#first.at) / 1000;
  }

  hostConnected(): void {
    this.#host.requestUpdate(); // what was moved goes on
  }

  hostDisconnected(): void {
    stopTicking(this.#host);
  }
}
