import {ChatError, responseError} from '../http/errors.js';
import {notAStream, type ReceivedData} from '../http/rejections.js';
import {
  describeBody,
  describeEvent,
  withoutEvents,
  type ResponseFacts,
} from '../http/response-facts.js';
import type {ErrorInfo} from '../types.js';
import {asRecord} from '../../core/values.js';
import {readError} from '../../core/protocol/read-error.js';
import type {Item} from '../../core/model/item.js';
import type {Protocol} from '../../core/protocol/types.js';
import type {Frame} from '../../core/sse/frame.js';

/** The error of a connection that broke, which says nothing about the server. */
export const lost: ErrorInfo = {code: 'lost', retryable: true};

/**
 * Whether the events are of another protocol: none was understood, or at most half of them and nothing is displayed.
 * Protocols share some events, such as those with a `usage`.
 */
export function isOtherProtocol(
  unreadable: number,
  events: number,
  shown: Item | undefined,
): boolean {
  if (unreadable === 0) return false;
  const isEmpty = (shown?.children.length ?? 0) === 0;
  return unreadable >= events || (isEmpty && unreadable >= events / 2);
}

/** Whether the last frame of a stream is empty, or JSON without its end: the stream ended within it. */
export function isCutOff(last: Frame | undefined): boolean {
  if (!last) return false;
  const text = last.data;
  const count = (brackets: RegExp): number => text.match(brackets)?.length ?? 0;
  return text.trim() === '' || (/^\s*[{[]/.test(text) && count(/[{[]/g) > count(/[}\]]/g));
}

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
  const [code, expected, received] = foreign
    ? (['invalid_response', `events of the protocol ${name}`, describeEvent(foreign)] as const)
    : ([
        'truncated',
        `${listOf(finalEvents)} at the end of a stream of the protocol ${name}`,
        frames > 0
          ? 'the end of the stream'
          : withoutEvents + (facts.received ? ` in ${facts.received}` : ''),
      ] as const);
  return {code, ...facts, expected, received, retryable: !foreign};
}

/**
 * The error of a response that is no stream, if the history has no answer either. Status 204 says that nothing is running,
 * so the answer may have been there before. JSON with an error is that of the server, whatever its status is; a `message`
 * or `detail` alone may be anything.
 */
export function errorOfResponse(
  received: ReceivedData,
  {readError: read = readError}: Protocol,
): ChatError {
  const {status, body, facts} = received;
  const {error, errors} = asRecord(body);
  if ((error ?? errors) && read({...asRecord(body), message: undefined})?.text !== undefined)
    return new ChatError({...responseError({...received, status: 500}, read), ...facts});
  if (status !== 204) return notAStream(facts, body);
  const expected = 'a stream of the answer, or the answer in the history';
  return new ChatError({
    code: 'truncated',
    ...facts,
    expected,
    received: describeBody(body),
    retryable: true,
  });
}
