import type {ReactiveControllerHost} from 'lit';

/** One timer serves every running time of the page. */
const ticking = new Set<ReactiveControllerHost>();
let timer: ReturnType<typeof setInterval> | undefined;

/** Draws a host once a second from now on. */
export function startTicking(host: ReactiveControllerHost): void {
  ticking.add(host);
  timer ??= setInterval(() => {
    for (const each of ticking) each.requestUpdate();
  }, 1000);
}

/** Leaves a host alone again; the last one takes the timer with it. */
export function stopTicking(host: ReactiveControllerHost): void {
  ticking.delete(host);
  if (ticking.size > 0) return;
  clearInterval(timer);
  timer = undefined;
}
