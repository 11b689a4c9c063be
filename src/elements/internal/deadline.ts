import type {ReactiveController} from 'lit';
import {instant, type RequestItem} from '../../core/index.js';
import {startTicking, stopTicking, type TickingHost} from './ticker.js';

/** How long a question can still be answered; draws its host once a second while it can. */
export class Deadline implements ReactiveController {
  readonly #host: TickingHost;
  #seen: number | undefined;

  constructor(host: TickingHost) {
    this.#host = host;
    host.addController(this);
  }

  /** Seconds left, at least 0; nothing where the question has no deadline or waits no more. */
  read(item: RequestItem): number | undefined {
    if (item.status !== 'waiting' || item.timeout === undefined) {
      stopTicking(this.#host);
      return undefined;
    }
    this.#seen ??= Date.now();
    const created = instant(item.createdAt ?? '');
    const from = Number.isNaN(created) ? this.#seen : created;
    const left = Math.max(0, item.timeout - (Date.now() - from) / 1000);
    if (left > 0) startTicking(this.#host);
    else stopTicking(this.#host);
    return left;
  }

  hostConnected(): void {
    this.#host.requestUpdate(); // what was moved goes on
  }

  hostDisconnected(): void {
    stopTicking(this.#host);
  }
}
