import type {Finding} from './check.js';

/** A request of the chat, and what its response allows. */
export interface ObservedRequest {
  readonly url: string;
  readonly method: string;
  /** The names of its headers. */
  readonly headers: readonly string[];
  /** `Access-Control-Allow-Origin` of its response. */
  readonly allowed: string | null;
}

/** Headers that a page may send to another origin without permission. */
const simple: ReadonlySet<string> = new Set(['accept', 'accept-language', 'content-language']);

const consequence = 'The browser blocks every request, unless the page has the same origin.';

/**
 * Asks a server whether pages of an origin may send a request of the chat, as a browser does before it, and whether they
 * may read its response. For servers on another origin than the page. An aborted signal ends the request.
 */
export async function checkCors(
  {url, method, headers, allowed}: ObservedRequest,
  origin: string,
  signal?: AbortSignal,
): Promise<readonly Finding[]> {
  const about = `${method} ${url}`;
  if (new URL(url).origin === origin) {
    const text = `Pages of ${origin} have the origin of ${about}, so they need no permission.`;
    return [{level: 'ok', text}];
  }
  const requested = headers.map(name => name.toLowerCase()).filter(name => !simple.has(name));
  const isAllowed = (value: string | null): boolean => value === '*' || value === origin;
  const unreadable: Finding = {
    level: 'error',
    text: `Pages of ${origin} are allowed to send ${about}, but not to read its response: Access-Control-Allow-Origin is ${allowed ?? 'missing'} there.`,
    consequence,
  };
  const ok: Finding = {level: 'ok', text: `Pages of ${origin} are allowed to send ${about}.`};
  // A browser asks only before a request that a form could not send.
  if (requested.length === 0 && /^(?:GET|HEAD|POST)$/.test(method))
    return [isAllowed(allowed) ? ok : unreadable];
  const response = await fetch(url, {
    method: 'OPTIONS',
    ...(signal && {signal}),
    // A browser follows no redirect here.
    redirect: 'manual',
    headers: {
      origin,
      'access-control-request-method': method,
      'access-control-request-headers': requested.sort().join(','),
    },
  }).catch(() => undefined);
  if (!response) {
    return [{level: 'untested', text: `Whether pages of ${origin} are allowed: no response.`}];
  }
  const preflight = response.headers.get('access-control-allow-origin');
  if (!isAllowed(preflight) || !response.ok) {
    const reason = response.ok
      ? `Access-Control-Allow-Origin is ${preflight ?? 'missing'}`
      : `its status is ${response.status}`;
    const text = `Pages of ${origin} are not allowed to use the server: ${reason} in the response to OPTIONS before ${about}.`;
    return [{level: 'error', text, consequence}];
  }
  if (!isAllowed(allowed)) return [unreadable];
  const listed = (header: string): readonly string[] =>
    (response.headers.get(header) ?? '').toLowerCase().split(/\s*,\s*/);
  const methods = listed('access-control-allow-methods');
  const isListed = methods.includes(method.toLowerCase()) || methods.includes('*');
  if (!isListed && !/^(?:GET|HEAD|POST)$/.test(method)) {
    const text = `The method of ${about} is not allowed: Access-Control-Allow-Methods.`;
    return [{level: 'error', text, consequence}];
  }
  const names = listed('access-control-allow-headers');
  // `*` does not include `authorization`.
  const missing = requested.filter(
    name => !names.includes(name) && !(names.includes('*') && name !== 'authorization'),
  );
  if (missing.length === 0) return [ok];
  return missing.map((name): Finding => ({
    level: 'error',
    text: `The header ${name} of ${about} is not allowed: Access-Control-Allow-Headers.`,
    consequence,
  }));
}

/**
 * Wraps `fetch`: requests have the origin of a page, as in a browser, and the first one of each method and address is kept.
 * A server may allow its JSON, but not its stream.
 */
export function observeRequests(origin: string): {
  readonly fetch: typeof fetch;
  readonly requests: () => readonly ObservedRequest[];
} {
  const observed = new Map<string, ObservedRequest>();
  return {
    requests: () => [...observed.values()],
    fetch: async (input, init) => {
      const request = new Request(input, init);
      const headers = [...request.headers.keys()];
      request.headers.set('origin', origin);
      const response = await fetch(request);
      const {url, method} = request;
      const {origin: server, pathname} = new URL(url);
      const address = `${method} ${server}${pathname}`;
      const allowed = response.headers.get('access-control-allow-origin');
      if (!observed.has(address)) observed.set(address, {url, method, headers, allowed});
      return response;
    },
  };
}
