import type {ReactiveControllerHost} from 'lit';

/** What is drawn anew as long as it stands in a page. */
export type TickingHost = ReactiveControllerHost & {readonly isConnected: boolean};

/** One timer serves every running time of the page. */
const ticking = new Set<TickingHost>();
let timer: ReturnType<typeof setInterval> | undefined;

/** Draws a host once a second from now on; one that has left the page is drawn a last time, and must not stay here. */
export function startTicking(host: TickingHost): void {
  if (!host.isConnected) return;
  ticking.add(host);
  timer ??= setInterval(() => {
    for (const each of ticking) each.requestUpdate();
  }, 1000);
}

/** Leaves a host alone again; the last one takes the timer with it. */
export function stopTicking(host: TickingHost): void {
  ticking.delete(host);
  if (ticking.size > 0) return;
  clearInterval(timer);
  timer = undefined;
}
