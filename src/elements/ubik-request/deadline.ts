import type {ReactiveController} from 'lit';
import type {RequestItem} from '../../core/model/item.js';
import {startTicking, stopTicking, type TickingHost} from '../base/ticker.js';

/** Computes the seconds left to answer a question, and updates its host once a second meanwhile. */
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

  /** Seconds left, at least 0; `undefined` if the question has no deadline or is not waiting. */
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
    this.#host.requestUpdate(); // restarts the ticker after the host was moved
  }

  hostDisconnected(): void {
    stopTicking(this.#host);
  }
}
