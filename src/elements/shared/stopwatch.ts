import type {ReactiveController} from 'lit';
import {elapsed} from '../../core/model/select.js';
import {type Status} from '../../core/model/item.js';
import {startTicking, stopTicking, type TickingHost} from '../base/ticker.js';

interface Timed {
  readonly id: string;
  readonly status: Status;
  readonly startedAt?: string;
  readonly endedAt?: string;
}

/** In seconds. A start time longer ago is probably from another clock or a recording. */
const maxAgeSeconds = 6 * 60 * 60;

/** Measures how long an item took or has been running; updates its host once a second while it runs. */
export class Stopwatch implements ReactiveController {
  readonly #host: TickingHost;
  #id: string | undefined;
  #seen: number | undefined;
  #measured: number | undefined;

  constructor(host: TickingHost) {
    this.#host = host;
    host.addController(this);
  }

  /** The duration in seconds; `undefined` if it is unknown. */
  read(item: Timed): number | undefined {
    if (item.id !== this.#id) this.#seen = this.#measured = undefined;
    this.#id = item.id;
    const now = Date.now();
    const age = elapsed(item, now);
    const seconds = age === undefined ? undefined : age / 1000;
    if (item.status === 'streaming') return this.#readRunning(seconds, now);
    stopTicking(this.#host);
    return seconds ?? this.#measured;
  }

  hostConnected(): void {
    this.#host.requestUpdate(); // restarts the ticker after the host was moved
  }

  hostDisconnected(): void {
    stopTicking(this.#host);
  }

  #readRunning(age: number | undefined, now: number): number {
    startTicking(this.#host);
    this.#seen ??= now;
    const known = age !== undefined && age > 0 && age < maxAgeSeconds;
    this.#measured = known ? age : (now - this.#seen) / 1000;
    return this.#measured;
  }
}
