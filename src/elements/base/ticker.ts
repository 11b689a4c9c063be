import type {ReactiveControllerHost} from 'lit';

/** An element that is updated every second while it is connected. */
export type TickingHost = ReactiveControllerHost & {readonly isConnected: boolean};

/** One timer updates all hosts. */
const ticking = new Set<TickingHost>();
let timer: ReturnType<typeof setInterval> | undefined;

/** Updates a host once a second. A disconnected host is not added, so that it is not kept in memory. */
export function startTicking(host: TickingHost): void {
  if (!host.isConnected) return;
  ticking.add(host);
  timer ??= setInterval(() => {
    for (const each of ticking) each.requestUpdate();
  }, 1000);
}

/** Stops updating a host; the last one ends the timer. */
export function stopTicking(host: TickingHost): void {
  ticking.delete(host);
  if (ticking.size > 0) return;
  clearInterval(timer);
  timer = undefined;
}
