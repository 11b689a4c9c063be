/** Microseconds since the epoch that `now` gave last. */
let last = 0;

/**
 * The time as an ISO 8601 string with microseconds, later at every call. Clients sort a run's events by time, so two
 * events must never share one.
 */
export function now(): string {
  last = Math.max(last + 1, Math.floor((performance.timeOrigin + performance.now()) * 1000));
  const milliseconds = Math.floor(last / 1000);
  const rest = String(last % 1000).padStart(3, '0');
  return `${new Date(milliseconds).toISOString().slice(0, -1)}${rest}Z`;
}
