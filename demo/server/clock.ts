/** Last result of `now`, in microseconds since the epoch. */
let last = 0;

/**
 * The current time as an ISO 8601 string with microseconds, strictly increasing. Clients sort the events of a run by time,
 * so no two events may have the same.
 */
export function now(): string {
  last = Math.max(last + 1, Math.floor((performance.timeOrigin + performance.now()) * 1000));
  const milliseconds = Math.floor(last / 1000);
  const rest = String(last % 1000).padStart(3, '0');
  return `${new Date(milliseconds).toISOString().slice(0, -1)}${rest}Z`;
}
