import {parseAddress} from './address.js';
import {refusal} from './errors.js';
import type {FileLike, RequestShape} from '../../core/protocol/types.js';
import {sentJson} from '../../core/json.js';

/** How a request is sent. */
export interface RequestOptions {
  readonly signal: AbortSignal;
  /** The progress of sending the body, from 0 to 1. */
  readonly onProgress?: ((share: number) => void) | undefined;
  /** Called before a text is sent as the body, with the number of its characters. */
  readonly onBody?: ((length: number) => void) | undefined;
  /** Called when all that comes before the request is done, such as loading a token. */
  readonly onSend?: (() => void) | undefined;
}

/** The part of the options of `fetch` that is used, and the progress. */
export interface FetchInit extends RequestOptions {
  readonly method: string;
  readonly headers: Headers;
  readonly body?: string | FormData;
}

/** Resolves an address against that of the page. */
export const absoluteUrl = (address: string | URL): URL =>
  new URL(address, typeof document === 'undefined' ? undefined : document.baseURI);

/**
 * The endpoint as given, resolved against the address of the page. Throws `unsafe_endpoint` if it is one of `keyedHosts`,
 * which require a secret key, or a subdomain of one.
 */
export function endpointUrl(endpoint: string, keyedHosts: readonly string[] = []): URL {
  let url: URL;
  try {
    url = absoluteUrl(endpoint);
  } catch {
    throw refusal('no_endpoint', `Not an address: ${endpoint}`);
  }
  if (keyedHosts.some(host => `.${url.hostname}`.endsWith(`.${host}`))) {
    const detail = `${url.hostname} requires a secret key, which must not be in a page. Use a server of your own between them.`;
    throw refusal('unsafe_endpoint', detail);
  }
  return url;
}

/** The path of an endpoint, with a slash at its end, so that other paths can follow. */
export const basePath = ({pathname}: URL): string =>
  pathname.endsWith('/') ? pathname : `${pathname}/`;

/** An endpoint with another path. As an address, a path with two slashes at its start would name another host. */
function withPath(endpoint: URL, path: string): URL {
  const url = new URL(endpoint);
  url.pathname = path;
  url.hash = '';
  return url;
}

/** The URL of a request. The empty path is the endpoint itself, with or without a slash at its end. */
export function requestUrl(endpoint: URL, {path, query = {}}: RequestShape): URL {
  const below = path.replace(/^\/+/, '');
  const url = withPath(endpoint, below === '' ? endpoint.pathname : basePath(endpoint) + below);
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) url.searchParams.set(name, String(value));
  }
  return url;
}

/**
 * The URL of a stream that the server named, if it has the origin of the endpoint. Otherwise the token would be sent to
 * another origin.
 */
export function sameOrigin(endpoint: URL, address: string): URL | undefined {
  const url = parseAddress(address, withPath(endpoint, basePath(endpoint)));
  return url?.origin === endpoint.origin ? url : undefined;
}

/** The options of `fetch` for a request, without credentials. */
export function requestInit(
  {method, headers, body, accept}: RequestShape,
  extra: HeadersInit,
): {method: string; headers: Headers; body?: string | FormData} {
  const all = new Headers(extra);
  for (const [name, value] of Object.entries(headers ?? {})) all.set(name, value);
  all.set(
    'accept',
    accept === 'stream' ? 'text/event-stream, application/json' : 'application/json',
  );
  if (!body) return {method, headers: all};
  if ('json' in body) {
    all.set('content-type', 'application/json');
    return {method, headers: all, body: sentJson(body.json)};
  }
  // Without a content type: the platform sets it with the boundary, and replaces halves of surrogate pairs.
  const form = new FormData();
  for (const {name, value} of body.form) {
    if (typeof value === 'string') form.append(name, value);
    else form.append(name, value as FileLike & Blob, value.name);
  }
  return {method, headers: all, body: form};
}

/** Whether the headers of the page contain credentials. */
export const hasCredentials = (headers: HeadersInit | undefined): boolean =>
  [...new Headers(headers).keys()].some(name => /authorization|key|token/i.test(name));
