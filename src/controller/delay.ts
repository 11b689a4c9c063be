import type {World} from './environment.js';

/** Waits for so many milliseconds; resolves to `false`, at once, when it is aborted. */
export function pause(
  milliseconds: number,
  signal: AbortSignal,
  world: Pick<World, 'after'>,
): Promise<boolean> {
  return new Promise(resolve => {
    const end = (): void => {
      callOff();
      signal.removeEventListener('abort', end);
      resolve(!signal.aborted);
    };
    const callOff = world.after(milliseconds, end);
    signal.addEventListener('abort', end);
    if (signal.aborted) end();
  });
}
