import type {Environment} from './environment.js';

/** Waits for a time in milliseconds. Resolves to `false`, at once, when it is aborted. */
export const delay = (
  milliseconds: number,
  signal: AbortSignal,
  environment: Pick<Environment, 'after'>,
): Promise<boolean> => firstOf(signal, end => [environment.after(milliseconds, end)]);

/** Waits like `delay`, but no longer than until the page wakes; after `Infinity`, only for that. */
export const delayUntilWake = (
  milliseconds: number,
  signal: AbortSignal,
  environment: Pick<Environment, 'after' | 'onWake'>,
): Promise<boolean> =>
  firstOf(signal, end => [
    environment.onWake(end),
    ...(milliseconds < Infinity ? [environment.after(milliseconds, end)] : []),
  ]);

/** Resolves at the first of several events, whose subscriptions then end. */
function firstOf(
  signal: AbortSignal,
  subscribe: (end: () => void) => readonly (() => void)[],
): Promise<boolean> {
  return new Promise(resolve => {
    const end = (): void => {
      for (const cancel of subscriptions) cancel();
      signal.removeEventListener('abort', end);
      resolve(!signal.aborted);
    };
    const subscriptions = subscribe(end);
    signal.addEventListener('abort', end);
    if (signal.aborted) end();
  });
}
