// Which responses are refused, however the request was sent: `fetch` and the sender of uploads use this.
import {ChatError} from './errors.js';
import {factsOf} from './response-facts.js';

/** Maximum number of bytes of a response, after decompression. */
export const responseLimit = 32 * 2 ** 20;

/** The error of a response with more bytes than a limit. */
export function tooLarge(status: number, limit: number): ChatError {
  const detail = `> ${limit / 2 ** 20} MB`;
  return new ChatError({code: 'answer_too_large', status, detail, retryable: false});
}

/** Throws if a response came from another origin: not every sender can disable redirects. */
export function assertSameOrigin(start: URL, answered: string, init: RequestInit): void {
  const url = URL.canParse(answered) ? new URL(answered) : start;
  if (url.origin !== start.origin) throw redirected(init, start, url);
}

/** The error of a redirect to another origin, or to one that cannot be read. */
export function redirected({method = 'GET'}: RequestInit, from: URL, to?: URL): ChatError {
  const name = ({origin, pathname}: URL): string => origin + pathname;
  const detail = to ? `${name(from)} → ${name(to)}` : name(from);
  const facts = {
    ...factsOf(method, from),
    expected: 'an answer of this address',
    received: 'a redirect',
  };
  return new ChatError({code: 'redirected', ...facts, detail, retryable: false});
}
