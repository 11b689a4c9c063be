import {observe} from './observe.js';
import {errorResponse} from './refusal.js';

/** Response headers that are forwarded to the client. */
const forwardedHeaders = [
  'content-type',
  'retry-after',
  'request-id',
  'x-should-retry',
  'traceresponse',
  'x-trace-id',
];

/** A `traceparent` of the W3C Trace Context. Anything else of a page is not forwarded. */
const traceparent = /^00-[\da-f]{32}-[\da-f]{16}-[\da-f]{2}$/;

/** Messages for the client by status: those of the service may contain details of the account. */
const statusMessages: ReadonlyMap<number, string> = new Map([
  [400, 'The service did not accept the request. The conversation may be too long.'],
  [404, 'The service did not find the requested resource.'],
  [408, 'The service took too long.'],
  [409, 'The service is busy with another request for this conversation.'],
  [410, 'The requested resource is no longer available.'],
  [413, 'The conversation is too long for the service.'],
  [422, 'The service did not accept the request.'],
  [429, 'The service receives too many requests. Try again later.'],
  [500, 'The service failed.'],
  [502, 'The service failed.'],
  [503, 'The service is overloaded. Try again later.'],
  [504, 'The service took too long.'],
  [529, 'The service is overloaded. Try again later.'],
]);

/** An address below a base address, which may have a query. */
export function below(base: string, path: string): URL {
  const url = new URL(base);
  url.pathname = url.pathname.replace(/\/+$/, '') + path;
  return url;
}

/**
 * Sends a request to the service, in the trace of the client, and streams its response without buffering. Aborted when the
 * client disconnects.
 * `onText` is called with the number of characters of each chunk.
 */
export async function relay(
  url: URL,
  init: RequestInit,
  client: Request,
  onText?: (characters: number) => void,
): Promise<Response> {
  const sent = new Headers(init.headers);
  const trace = client.headers.get('traceparent') ?? '';
  if (traceparent.test(trace)) sent.set('traceparent', trace);
  let answer: Response;
  try {
    answer = await fetch(url, {...init, headers: sent, signal: client.signal, redirect: 'manual'});
  } catch {
    return errorResponse(502, 'The service could not be reached');
  }
  const headers = new Headers({
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
    // A response may be a page or a script, such as a file of a user; it must not run in the origin of this site.
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
  });
  for (const name of forwardedHeaders) {
    const value = answer.headers.get(name);
    if (value !== null) headers.set(name, value);
  }
  if (answer.ok) {
    const passed = new Response(answer.body, {status: answer.status, headers});
    return onText ? observe(passed, {onText}) : passed;
  }
  await answer.body?.cancel();
  headers.delete('content-type');
  console.warn(
    `The service responded with ${answer.status} (${headers.get('request-id') ?? 'no request id'}).`,
  );
  const message = statusMessages.get(answer.status);
  // Other errors concern this server, not the client: a 401, for example, would make the client sign in again.
  return message === undefined
    ? errorResponse(502, 'The service rejected this server', headers)
    : errorResponse(answer.status, message, headers);
}
