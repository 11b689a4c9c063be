// Which responses are refused, however the request was sent, and their errors.
import {ChatError, responseError, factsOf, type ResponseFacts, withoutQuery} from './errors.js';
import {describeBody} from '../../core/protocol/diagnosis/describe.js';
import type {Protocol, RequestShape, ResponseData} from '../../core/protocol/types.js';

/** The data of a response, and the facts for errors about it. */
export interface ReceivedData extends ResponseData {
  readonly facts: ResponseFacts;
}

export function rejectedResponse(
  received: ResponseData,
  facts: ResponseFacts,
  context: {
    readonly request: RequestShape;
    readonly readError: Protocol['readError'];
    readonly hadCredentials: boolean;
    /** Whether no request has succeeded yet. */
    readonly isFirst: boolean;
  },
): ChatError {
  const {request, readError, hadCredentials, isFirst} = context;
  const {status} = received;
  // A server of files knows the address, but no POST.
  const isMissing = status === 404 || (status === 405 && facts.method === 'POST');
  const isWrong = isMissing && isFirst && mayBeWrongAddress(facts);
  return new ChatError({
    ...responseError(received, readError),
    ...facts,
    ...(status === 401 && {expected: hadCredentials ? otherCredentials : credentials}),
    ...(isWrong && {
      code: 'wrong_address',
      expected: expectedAddress(request),
      received: describeBody(received.body),
    }),
  });
}

/** Whether status 404 may mean that the path does not exist, instead of a session or file that is named in it. */
const mayBeWrongAddress = ({method, contentType = ''}: ResponseFacts): boolean =>
  method === 'POST' || !/\bjson\b/i.test(contentType);

const expectedAddress = ({path}: RequestShape): string =>
  path === ''
    ? 'the agent API at `endpoint` itself'
    : `the agent API at \`endpoint\` + ${path.replace(/^\/*/, '/')}`;

const otherCredentials = 'other credentials than those of the request';
const credentials = 'credentials; the request had none in its headers';

/** The error of a response to a request for a stream. */
export function notAStream(
  facts: ResponseFacts,
  body: unknown,
  framing?: Protocol['framing'],
): ChatError {
  const expected = framing === 'lines' ? 'lines of JSON' : 'text/event-stream';
  const received = describeBody(body);
  return new ChatError({code: 'not_a_stream', ...facts, expected, received, retryable: false});
}

/** Of a response, after decompression. */
export const maxResponseBytes = 32 * 2 ** 20;

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
  const detail = [from, ...(to ? [to] : [])].map(withoutQuery).join(' → ');
  const facts = {
    ...factsOf(method, from),
    expected: 'an answer of this address',
    received: 'a redirect',
  };
  return new ChatError({code: 'redirected', ...facts, detail, retryable: false});
}
