/** The headers of an answer that is an event stream. */
export const streamHeaders = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'Cache-Control': 'no-store',
  // Asks proxies in between not to collect what should flow.
  'X-Accel-Buffering': 'no',
};
