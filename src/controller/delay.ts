import type {Environment} from './environment.js';

/** Waits. Resolves to `false`, at once, when it is aborted. */
export function delay(
  milliseconds: number,
  signal: AbortSignal,
  environment: Pick<Environment, 'after'>,
): Promise<boolean> {
  return new Promise(resolve => {
    const end = (): void => {
      cancel();
      signal.removeEventListener('abort', end);
      resolve(!signal.aborted);
    };
    const cancel = environment.after(milliseconds, end);
    signal.addEventListener('abort', end);
    if (signal.aborted) end();
  });
}
