import {reasonOf} from './abort-reason.js';
import {assertSameOrigin, maxResponseBytes, tooLarge} from './rejections.js';
import type {FetchInit} from './request.js';

/** Sends with `XMLHttpRequest`, which reports upload progress. */
export const sendWithProgress = (
  url: URL,
  {method, headers, body, signal, onProgress}: FetchInit,
): Promise<Response> =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const onAbort = (): void => request.abort();
    request.open(method, url);
    headers.forEach((value, name) => request.setRequestHeader(name, value));
    request.upload.onprogress = ({lengthComputable, loaded, total}) => {
      if (lengthComputable) onProgress?.(loaded / total);
    };
    request.onprogress = ({loaded}) => {
      if (loaded <= maxResponseBytes) return;
      reject(tooLarge(request.status, maxResponseBytes));
      request.abort();
    };
    request.onload = () => resolve(Promise.resolve().then(() => responseOf(url, request)));
    request.onerror = () => reject(new TypeError('The request failed.'));
    request.onabort = () => reject(reasonOf(signal));
    request.onloadend = () => signal.removeEventListener('abort', onAbort);
    signal.addEventListener('abort', onAbort);
    if (signal.aborted) reject(reasonOf(signal));
    else request.send(body ?? null);
  });

/** `XMLHttpRequest` follows redirects by itself: a response of another origin is rejected. */
function responseOf(url: URL, request: XMLHttpRequest): Response {
  assertSameOrigin(url, request.responseURL, {method: 'POST'});
  const {status, statusText, responseText} = request;
  const headers = new Headers();
  for (const line of request
    .getAllResponseHeaders()
    .trim()
    .split(/[\r\n]+/)) {
    const colon = line.indexOf(':');
    if (colon > 0) headers.append(line.slice(0, colon), line.slice(colon + 1).trim());
  }
  const empty = status === 204 || status === 205 || status === 304;
  return new Response(empty ? null : responseText, {status, statusText, headers});
}
