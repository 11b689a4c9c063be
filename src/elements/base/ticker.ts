import type {ReactiveController, ReactiveControllerHost} from 'lit';

/** An element that is updated every second while it is connected. */
export type TickingHost = ReactiveControllerHost & {readonly isConnected: boolean};

/** One timer updates all hosts. */
const ticking = new Set<TickingHost>();
let timer: ReturnType<typeof setInterval> | undefined;

/** Updates its host once a second while that is needed. */
export class Ticker implements ReactiveController {
  readonly #host: TickingHost;

  constructor(host: TickingHost) {
    this.#host = host;
    host.addController(this);
  }

  /** Starts or stops the updates. A disconnected host is not added, so that it is not kept in memory. */
  tick(isTicking: boolean): void {
    if (isTicking) {
      if (!this.#host.isConnected) return;
      ticking.add(this.#host);
      timer ??= setInterval(() => {
        for (const each of ticking) each.requestUpdate();
      }, 1000);
    } else {
      ticking.delete(this.#host);
      if (ticking.size > 0) return;
      clearInterval(timer);
      timer = undefined;
    }
  }

  hostConnected(): void {
    this.#host.requestUpdate(); // starts again after the host was moved
  }

  hostDisconnected(): void {
    this.tick(false);
  }
}
