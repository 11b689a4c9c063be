import {ChatError, responseError} from './errors.js';
import {describeBody, type ResponseFacts} from './response-facts.js';
import type {Protocol, RequestShape, ResponseData} from '../../core/protocol/types.js';

/** The data of a response, and the facts for errors about it. */
export interface ReceivedData extends ResponseData {
  readonly facts: ResponseFacts;
}

/** The error of a response whose status is not a success. */
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
    ...(status === 401 && {expected: expectedCredentials(hadCredentials)}),
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

const expectedCredentials = (hasSome: boolean): string =>
  hasSome
    ? 'other credentials than those of the request'
    : 'credentials; the request had none in its headers';

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
