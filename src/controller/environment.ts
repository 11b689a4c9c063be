/** Why it may be worth trying again: the network came back, the page left the back-forward cache, or it is looked at. */
export type WakeReason = 'online' | 'restored' | 'visible';

/**
 * Everything the controller asks of its surroundings besides `fetch` and storage. One seam, so that a test decides
 * what time it is and whether a network is there.
 */
export interface Environment {
  /** Milliseconds since the epoch. */
  now(): number;
  /** From 0 to below 1. */
  random(): number;
  /** Whether a network may be there; `false` is certain, `true` is not. */
  online(): boolean;
  /** Whether somebody may be looking. */
  visible(): boolean;
  /** Calls back after a time in milliseconds; gives back the function that calls it off. */
  after(milliseconds: number, callback: () => void): () => void;
  /** Calls back before the next frame is painted, or soon where frames do not come; gives back how to call it off. */
  frame(callback: () => void): () => void;
  /** Calls back at every wake; gives back the function that ends it. */
  onWake(listener: (wake: WakeReason) => void): () => void;
}

/** A hidden tab, a worker and Node paint no frames: a flush then comes by this timer, in milliseconds. */
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

function onWake(listener: (wake: WakeReason) => void): () => void {
  if (typeof window === 'undefined' || typeof document === 'undefined') return () => undefined;
  const stop = new AbortController();
  const {signal} = stop;
  window.addEventListener('online', () => listener('online'), {signal});
  window.addEventListener('pageshow', event => event.persisted && listener('restored'), {signal});
  document.addEventListener(
    'visibilitychange',
    () => document.visibilityState === 'visible' && listener('visible'),
    {signal},
  );
  return () => stop.abort();
}

/** The page, the worker or the process that this runs in. */
export const defaultEnvironment: Environment = {
  now: () => Date.now(),
  random: () => Math.random(),
  online: () => typeof navigator === 'undefined' || navigator.onLine,
  visible: () => typeof document === 'undefined' || document.visibilityState === 'visible',
  after,
  frame,
  onWake,
};
