import {randomHex} from '../random-uuid.js';

/** Creates the value of a `traceparent` header. Returns `undefined` for a request without one. */
type Traceparent = () => string | undefined;

/** The functions of pages that have failed, each of which is reported once. */
const failed = new WeakSet<Traceparent>();

/**
 * The header of a request for the option `tracing`: the page's own, or one with random ids. A function that fails must not
 * prevent the request.
 */
export function traceparentOf(tracing: boolean | Traceparent | undefined): string | undefined {
  if (typeof tracing !== 'function') return tracing ? newTraceparent() : undefined;
  try {
    const value: unknown = tracing();
    if (value !== undefined && typeof value !== 'string') throw new TypeError('It is not a text.');
    // Throws for what no header can contain.
    return value === undefined
      ? value
      : (new Headers({traceparent: value}).get('traceparent') ?? '');
  } catch (error) {
    if (!failed.has(tracing))
      console.warn('Ubik Chat: `tracing` failed; requests have no `traceparent`.', error);
    failed.add(tracing);
    return undefined;
  }
}

/** A `traceparent` of the W3C Trace Context with random ids, which asks the server to record the trace. */
const newTraceparent: Traceparent = () => `00-${randomHex(16)}-${randomHex(8)}-01`;

/** The trace id in a `traceparent`: 32 hexadecimal digits. */
export const traceIdOf = (traceparent: string | null | undefined): string | undefined =>
  /^[\da-f]{2}-([\da-f]{32})-/.exec(traceparent ?? '')?.[1];

/** The trace id that the server states. A page can read these headers of another origin only if that exposes them. */
export const serverTraceId = (headers: Headers): string | undefined =>
  traceIdOf(headers.get('traceresponse')) ??
  traceIdOf(headers.get('traceparent')) ??
  headers.get('x-trace-id') ??
  undefined;
