import {Refusal} from './refusal.js';
import {relay} from './relay.js';

export interface PathsUpstream {
  /** The service. */
  readonly url: string;
  /** The secrets, and who is spoken for. */
  readonly headers: Readonly<Record<string, string>>;
  /** Where on this server they are; what follows is put behind `url`. */
  readonly from: string;
  /** What a page may ask for. */
  readonly allowed: RegExp;
}

/** Gives a request on to the same path upstream, if that is one that a page may ask for, with this server's secrets. */
export async function askPath(
  request: Request,
  {url, headers, from, allowed}: PathsUpstream,
): Promise<Response> {
  const {pathname, search} = new URL(request.url);
  // As it was written: a path that is decoded first may lead elsewhere when it is read again.
  const path = pathname.slice(from.length);
  if (!allowed.test(path) || path.split('/').some(leadsAway)) throw new Refusal(404, 'Not found');
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

/** Whether a part of a path may be read as a way to another place: a server upstream may decode it, once or twice. */
export function leadsAway(part: string): boolean {
  const plain = part.replace(/%([\da-f]{2})/gi, (_, code: string) =>
    String.fromCharCode(parseInt(code, 16)),
  );
  // Below the blank are the control characters, of which readers of addresses leave some out.
  return plain === part ? /^\.\.?(?:;|$)|[/\\]|[^ -\u{10ffff}]/u.test(plain) : leadsAway(plain);
}
