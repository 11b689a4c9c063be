/** No real tool output is nested so deep; hostile JSON is, to exhaust the stack of recursive code. */
const MAX_DEPTH = 200;

/** Whether a JSON value may be kept as it is: everything that walks values may then do so by recursion. */
export function isShallow(value: unknown): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MAX_DEPTH) return false;
    level = level.flatMap(inner =>
      typeof inner === 'object' && inner !== null ? (Object.values(inner) as unknown[]) : [],
    );
  }
  return true;
}

/** The value if it may be kept, else nothing. */
export function shallow(value: unknown): unknown {
  return isShallow(value) ? value : undefined;
}
