/**
 * Maximum nesting depth. Tool output is never nested so deep; hostile JSON may be, to exhaust the stack of recursive
 * code.
 */
const MAX_DEPTH = 200;

/** Whether a JSON value is shallow enough for recursive code. */
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

/** The value if it is shallow enough, else `undefined`. */
export function shallow(value: unknown): unknown {
  return isShallow(value) ? value : undefined;
}
