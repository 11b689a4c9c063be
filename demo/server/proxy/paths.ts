import {Refusal} from './refusal.js';
import {below, relay} from './relay.js';
import type {Allowance} from './user-limits.js';

export interface PathsUpstream {
  /** Base URL of the service. */
  readonly url: string;
  /** Headers with the credentials and the user. */
  readonly headers: Readonly<Record<string, string>>;
  /** Path prefix on this server; the rest of a path is appended to `url`. */
  readonly from: string;
  /** Paths that a page may request. */
  readonly allowed: RegExp;
  /** Query parameters that are forwarded. */
  readonly query: readonly string[];
}

/** What is sent to the service. The body of the page's request is never forwarded by itself. */
interface Sent {
  /** The body as JSON. */
  readonly json?: object | undefined;
  /** The body as a form: a new one, or the stream of the page's form. */
  readonly form?: FormData | Request['body'] | undefined;
  /** Counts the characters of the JSON and of the response. */
  readonly allowance?: Allowance | undefined;
}

/** Sends a request to the same path of the service, if it is allowed, with the credentials of this server. */
export async function askPath(
  request: Request,
  {url, headers, from, allowed, query}: PathsUpstream,
  {json, form, allowance}: Sent,
): Promise<Response> {
  const {pathname, searchParams} = new URL(request.url);
  // Not decoded: a path that is decoded twice may refer to another resource.
  const path = pathname.slice(from.length);
  if (!allowed.test(path) || path.split('/').some(isTraversal)) throw new Refusal(404, 'Not found');
  const isStream = form instanceof ReadableStream;
  const all = new Headers(headers);
  const forwarded = ['accept', 'x-business-domain', 'x-language', 'last-event-id'];
  for (const name of isStream ? [...forwarded, 'content-type'] : forwarded) {
    const value = request.headers.get(name);
    if (value !== null) all.set(name, value);
  }
  const target = below(url, path);
  for (const [name, value] of searchParams) {
    if (query.includes(name)) target.searchParams.append(name, value);
  }
  const text = json && JSON.stringify(json);
  if (text !== undefined) all.set('content-type', 'application/json');
  // Reading costs characters, too. A request without a body that changes something, such as a stop, is always possible.
  if (text !== undefined || request.method === 'GET') allowance?.send(text?.length ?? 0);
  const body = text ?? form ?? null;
  const init = {method: request.method, headers: all, body, ...(isStream && {duplex: 'half'})};
  return relay(target, init, request, characters => allowance?.receive(characters));
}

/** Whether a segment could traverse the path, also if the upstream server decodes it several times. */
export function isTraversal(part: string): boolean {
  const plain = part.replace(/%([\da-f]{2})/gi, (_, code: string) =>
    String.fromCharCode(parseInt(code, 16)),
  );
  // Characters below the space are control characters, some of which URL parsers remove.
  return plain === part ? /^\.\.?(?:;|$)|[/\\]|[^ -\u{10ffff}]/u.test(plain) : isTraversal(plain);
}
