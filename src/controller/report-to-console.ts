/** Reports an exception without throwing it. Node and some emulated DOMs have no `reportError`. */
export function reportToConsole(error: unknown): void {
  if (typeof reportError === 'function') reportError(error);
  else console.error(error);
}
