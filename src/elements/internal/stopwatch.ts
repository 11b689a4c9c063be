import type {ReactiveController, ReactiveControllerHost} from 'lit';
import type {Status} from '../../core/index.js';
import {startTicking, stopTicking} from './ticker.js';

interface Timed {
  readonly status: Status;
  readonly startedAt?: string;
  readonly endedAt?: string;
}

/** Older than this, a running start time is taken for another clock's, or for a recording's: seconds. */
const believable = 6 * 60 * 60;

/** How long an item took or has been going on; draws its host once a second while it runs. */
export class Stopwatch implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  #seen: number | undefined;
  #measured: number | undefined;

  constructor(host: ReactiveControllerHost) {
    this.#host = host;
    host.addController(this);
  }

  /** Seconds, or nothing where no clock knows. */
  read(item: Timed): number | undefined {
    const from = item.startedAt ? Date.parse(item.startedAt) : NaN;
    if (item.status === 'streaming') return this.#readRunning(from);
    stopTicking(this.#host);
    const to = item.endedAt ? Date.parse(item.endedAt) : NaN;
    return to >= from ? (to - from) / 1000 : this.#measured;
  }

  hostDisconnected(): void {
    stopTicking(this.#host);
  }

  #readRunning(from: number): number {
    startTicking(this.#host);
    const now = Date.now();
    this.#seen ??= now;
    const age = (now - from) / 1000;
    this.#measured = age >= 0 && age < believable ? age : (now - this.#seen) / 1000;
    return this.#measured;
  }
}
