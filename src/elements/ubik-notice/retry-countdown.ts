import type {ErrorItem} from '../../core/model/item.js';
import {Ticker} from '../base/ticker.js';

/** When an error was first displayed, in milliseconds; an error may be rendered by several elements in turn. */
const firstShown = new WeakMap<ErrorItem, number>();

/** Computes the seconds until a request may be repeated, and updates its host once a second meanwhile. */
export class RetryCountdown extends Ticker {
  /** Whole seconds left; 0 if the request may be repeated. */
  read(error: ErrorItem): number {
    const now = Date.now();
    const since = firstShown.get(error) ?? now;
    firstShown.set(error, since);
    const left = Math.max(0, Math.ceil((error.retryAfter ?? 0) - (now - since) / 1000));
    this.tick(left > 0);
    return left;
  }
}
