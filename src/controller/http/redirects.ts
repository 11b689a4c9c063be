import {ChatError, factsOf, type ResponseFacts} from './errors.js';
import {withPolicyCheck} from './policy-check.js';
import {assertSameOrigin, redirected} from './rejections.js';
import {absoluteUrl} from './request.js';
import {describeValue} from '../../core/protocol/diagnosis/describe.js';
import {isRecord} from '../../core/values.js';

type Fetch = (address: string | URL, init: RequestInit) => Promise<Response>;

const redirectStatuses: readonly number[] = [301, 302, 303, 307, 308];
/** The same limit as in `fetch`. */
const maxRedirects = 20;

/**
 * Calls `fetch`, follows redirects within the origin of the request only, and throws `redirected` for any other,
 * because body and headers must not reach another origin. In a browser the target of a redirect is not readable, so
 * only a GET within the page's origin is followed there. Throws `blocked_by_policy` if the page does not allow the request.
 */
export const fetchWithinOrigin = (
  fetch: Fetch,
  address: string | URL,
  init: RequestInit,
  facts: ResponseFacts,
): Promise<Response> => withPolicyCheck(facts, () => follow(fetch, address, init));

async function follow(fetch: Fetch, address: string | URL, init: RequestInit): Promise<Response> {
  const start = absoluteUrl(address);
  let url = start;
  let request: RequestInit = {...init, redirect: 'manual'};
  let response = await fetch(address, request);
  assertResponse(start, response, init);
  if (response.type === 'opaqueredirect') return followInPage(fetch, start, init);
  for (let count = 0; redirectStatuses.includes(response.status); count += 1) {
    const location = response.headers.get('location');
    if (location === null) break;
    await response.body?.cancel();
    const target = URL.canParse(location, url) ? new URL(location, url) : undefined;
    if (target?.origin !== start.origin || count === maxRedirects)
      throw redirected(init, start, target);
    url = target;
    request = nextRequest(request, response.status);
    response = await fetch(url, request);
  }
  assertSameOrigin(start, response.redirected ? response.url : '', init);
  return response;
}

/** Throws if the function `fetch` of the page has returned something else. */
function assertResponse(url: URL, response: unknown, {method = 'GET'}: RequestInit): void {
  if (isRecord(response) && typeof response['status'] === 'number' && response['headers']) return;
  const received = describeValue(response);
  const info = {...factsOf(method, url), expected: 'a Response from `fetch` of the page', received};
  throw new ChatError({code: 'invalid_response', ...info, retryable: false});
}

async function followInPage(fetch: Fetch, url: URL, init: RequestInit): Promise<Response> {
  const isGet = (init.method ?? 'GET') === 'GET';
  if (!isGet || url.origin !== location.origin) throw redirected(init, url);
  try {
    // In this mode the browser rejects a redirect to another origin.
    return await fetch(url, {...init, mode: 'same-origin'});
  } catch (error) {
    throw init.signal?.aborted ? error : redirected(init, url);
  }
}

/** The request that follows a redirect (Fetch standard, HTTP-redirect fetch). */
function nextRequest(request: RequestInit, status: number): RequestInit {
  const {method = 'GET'} = request;
  const keeps = status === 307 || status === 308 || method === 'GET' || method === 'HEAD';
  if (keeps || (status !== 303 && method !== 'POST')) return request;
  const headers = new Headers(request.headers);
  headers.delete('content-type');
  return {...request, headers, method: 'GET', body: null};
}
