import {ChatError, responseError, type ResponseFacts} from '../http/errors.js';
import {notAStream, type ReceivedData} from '../http/rejections.js';
import {
  describeBody,
  describeEvent,
  withoutEvents,
} from '../../core/protocol/diagnosis/describe.js';
import type {ErrorInfo} from '../types.js';
import {asRecord} from '../../core/values.js';
import {readError} from '../../core/protocol/operations/read-error.js';
import type {Protocol} from '../../core/protocol/types.js';
import type {Frame} from '../../core/sse/frame.js';

/** The error of a connection that broke, which says nothing about the server. */
export const lost: ErrorInfo = {code: 'lost', retryable: true};

const listOf = (names: readonly string[]): string =>
  names.join(', ').replace(/, ([^,]*)$/, ' or $1');

/**
 * The error of a stream that ended without a final event; `frames` is their number, `foreign` the first one if none could be
 * read.
 */
export function errorOfEnd(
  {name, finalEvents = ['the final event']}: Protocol,
  facts: ResponseFacts = {},
  {frames, foreign}: {readonly frames: number; readonly foreign: Frame | undefined},
): ErrorInfo {
  if (foreign) {
    const [expected, received] = [`events of the protocol ${name}`, describeEvent(foreign)];
    return {code: 'invalid_response', ...facts, expected, received, retryable: false};
  }
  const expected = `${listOf(finalEvents)} at the end of a stream of the protocol ${name}`;
  const nothing = withoutEvents + (facts.received ? ` in ${facts.received}` : '');
  const received = frames > 0 ? 'the end of the stream' : nothing;
  return {code: 'truncated', ...facts, expected, received, retryable: true};
}

/**
 * The error of a response that is no stream, if the history has no answer either. Status 204 says that nothing is running,
 * so the answer may have been there before. JSON with an error is that of the server, whatever its status is; a `message`
 * or `detail` alone may be anything.
 */
export function errorWithoutStream(
  received: ReceivedData,
  {readError: read = readError}: Protocol,
): ChatError {
  const {status, body, facts} = received;
  const {error, errors} = asRecord(body);
  if ((error ?? errors) && read({...asRecord(body), message: undefined})?.text !== undefined)
    return new ChatError({...responseError({...received, status: 500}, read), ...facts});
  if (status !== 204) return notAStream(facts, body);
  const expected = 'a stream of the answer, or the answer in the history';
  const info = {...facts, expected, received: describeBody(body)};
  return new ChatError({code: 'truncated', ...info, retryable: true});
}
