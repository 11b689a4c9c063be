import {refused, relay} from './relay.js';

export interface PathsUpstream {
  /** Paths of the page are put behind it. */
  readonly url: string;
  /** The secrets, and who is spoken for. */
  readonly headers: Readonly<Record<string, string>>;
  /** What a page may ask for. */
  readonly allowed: RegExp;
}

/** Gives a request on to the same path upstream, if that is one that a page may ask for, with this server's secrets. */
export async function askPath(
  request: Request,
  path: string,
  {url, headers, allowed}: PathsUpstream,
): Promise<Response> {
  if (!allowed.test(path)) return refused(404, 'Not found');
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
  target.search = new URL(request.url).search;
  target.searchParams.delete('token');
  const {method, body} = request;
  const streamed = body ? {body, duplex: 'half'} : {};
  return relay(target, {method, headers: all, ...streamed}, request.signal);
}
