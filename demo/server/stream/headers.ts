/** Headers of an event stream. */
export const streamHeaders = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'Cache-Control': 'no-store',
  // Disables buffering in proxies.
  'X-Accel-Buffering': 'no',
};
