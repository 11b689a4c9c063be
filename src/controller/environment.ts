/** Why a retry may succeed now: the network is back, the page left the back-forward cache, or it became visible. */
export type WakeReason = 'online' | 'restored' | 'visible';

/**
 * Clock, timers, network state and visibility: all that the controller needs from the platform besides `fetch` and
 * storage. A test replaces it.
 */
export interface Environment {
  /** Milliseconds since the epoch. */
  now(): number;
  /** From 0 to below 1. */
  random(): number;
  /** Whether a network may be available; only `false` is certain. */
  online(): boolean;
  /** Whether the page is visible. */
  visible(): boolean;
  /** Calls back after a time in milliseconds. Returns a function that cancels it. */
  after(milliseconds: number, callback: () => void): () => void;
  /** Calls back before the next painted frame, or soon if no frames are painted. Returns a function that cancels it. */
  frame(callback: () => void): () => void;
  /** Calls back at each wake. Returns an unsubscribe function. */
  onWake(listener: (wake: WakeReason) => void): () => void;
  /** Calls back when the page is hidden or about to be unloaded. Returns an unsubscribe function. */
  onHide(listener: () => void): () => void;
}

/** In a hidden tab, a worker or Node, no frames are painted: the callback then runs after this time in milliseconds. */
const frameFallbackMs = 100;

function after(milliseconds: number, callback: () => void): () => void {
  const timer = setTimeout(callback, milliseconds);
  return () => clearTimeout(timer);
}

function frame(callback: () => void): () => void {
  if (typeof requestAnimationFrame !== 'function') return after(16, callback);
  const cancel = after(frameFallbackMs, () => {
    cancelAnimationFrame(painted);
    callback();
  });
  const painted = requestAnimationFrame(() => {
    cancel();
    callback();
  });
  return () => {
    cancel();
    cancelAnimationFrame(painted);
  };
}

/** Adds listeners where there is a page. Returns a function that aborts their signal. */
function inPage(listen: (options: {readonly signal: AbortSignal}) => void): () => void {
  if (typeof window === 'undefined' || typeof document === 'undefined') return () => undefined;
  const stop = new AbortController();
  listen(stop);
  return () => stop.abort();
}

const onWake = (listener: (wake: WakeReason) => void): (() => void) =>
  inPage(({signal}) => {
    window.addEventListener('online', () => listener('online'), {signal});
    window.addEventListener('pageshow', event => event.persisted && listener('restored'), {signal});
    document.addEventListener(
      'visibilitychange',
      () => document.visibilityState === 'visible' && listener('visible'),
      {signal},
    );
  });

const onHide = (listener: () => void): (() => void) =>
  inPage(({signal}) => {
    window.addEventListener('pagehide', listener, {signal});
    document.addEventListener(
      'visibilitychange',
      () => document.visibilityState === 'hidden' && listener(),
      {signal},
    );
  });

/** The environment of the current page, worker or process. */
export const defaultEnvironment: Environment = {
  now: () => Date.now(),
  random: () => Math.random(),
  online: () => typeof navigator === 'undefined' || navigator.onLine,
  visible: () => typeof document === 'undefined' || document.visibilityState === 'visible',
  after,
  frame,
  onWake,
  onHide,
};
