import {Refusal} from './refusal.js';
import {relay} from './relay.js';

export interface PathsUpstream {
  /** Base URL of the service. */
  readonly url: string;
  /** Headers with the credentials and the user. */
  readonly headers: Readonly<Record<string, string>>;
  /** Path prefix on this server; the rest of a path is appended to `url`. */
  readonly from: string;
  /** Paths that a page may request. */
  readonly allowed: RegExp;
}

/** Forwards a request to the same path of the service, if it is allowed, with the credentials of this server. */
export async function askPath(
  request: Request,
  {url, headers, from, allowed}: PathsUpstream,
): Promise<Response> {
  const {pathname, search} = new URL(request.url);
  // Not decoded: a path that is decoded twice may refer to another resource.
  const path = pathname.slice(from.length);
  if (!allowed.test(path) || path.split('/').some(isTraversal)) throw new Refusal(404, 'Not found');
  const all = new Headers(headers);
  for (const name of [
    'accept',
    'content-type',
    'x-business-domain',
    'x-language',
    'last-event-id',
  ]) {
    const value = request.headers.get(name);
    if (value !== null) all.set(name, value);
  }
  const target = new URL(url.replace(/\/+$/, '') + path);
  target.search = search;
  target.searchParams.delete('token');
  const {method, body} = request;
  const streamed = body ? {body, duplex: 'half'} : {};
  return relay(target, {method, headers: all, ...streamed}, request.signal);
}

/** Whether a segment could traverse the path, also if the upstream server decodes it several times. */
export function isTraversal(part: string): boolean {
  const plain = part.replace(/%([\da-f]{2})/gi, (_, code: string) =>
    String.fromCharCode(parseInt(code, 16)),
  );
  // Characters below the space are control characters, some of which URL parsers remove.
  return plain === part ? /^\.\.?(?:;|$)|[/\\]|[^ -\u{10ffff}]/u.test(plain) : isTraversal(plain);
}
