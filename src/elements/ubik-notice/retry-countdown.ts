import type {ReactiveController} from 'lit';
import type {ErrorItem} from '../../core/model/item.js';
import {startTicking, stopTicking, type TickingHost} from '../base/ticker.js';

/** When an error was first displayed, in milliseconds; an error may be rendered by several elements in turn. */
const firstShown = new WeakMap<ErrorItem, number>();

/** Computes the seconds until a request may be repeated, and updates its host once a second meanwhile. */
export class RetryCountdown implements ReactiveController {
  readonly #host: TickingHost;

  constructor(host: TickingHost) {
    this.#host = host;
    host.addController(this);
  }

  /** Whole seconds left; 0 if the request may be repeated. */
  read(error: ErrorItem): number {
    const now = Date.now();
    const since = firstShown.get(error) ?? now;
    firstShown.set(error, since);
    const left = Math.max(0, Math.ceil((error.retryAfter ?? 0) - (now - since) / 1000));
    if (left > 0) startTicking(this.#host);
    else stopTicking(this.#host);
    return left;
  }

  hostConnected(): void {
    this.#host.requestUpdate(); // restarts the ticker after the host was moved
  }

  hostDisconnected(): void {
    stopTicking(this.#host);
  }
}
