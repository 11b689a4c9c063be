import {ChatError, toErrorInfo} from './errors.js';
import type {ReceivedData} from './rejections.js';
import {describeBody} from '../../core/protocol/diagnosis/describe.js';
import {reportToDeveloper} from '../developer-report.js';
import type {ErrorInfo} from '../types.js';
import {readableResult} from '../../core/protocol/operations/readable-result.js';
import type {ReportEntry} from '../../core/protocol/types.js';
import {emptyConversation, type Conversation} from '../../core/model/item.js';

interface ResultSource extends Pick<ReceivedData, 'facts' | 'body'> {
  readonly operation: string;
  /** The function of the page or the protocol that returns the result, as developers know it. */
  readonly reader: string;
}

/**
 * Reads the result of an operation. An HTML page or incomplete JSON where a result is expected comes from an intermediary,
 * such as a proxy that requires a login. A reader throws a `TypeError` that names what is missing. Whatever cannot be read,
 * also an entry of a list, is written to the console, because not every error of a result is displayed.
 */
export function readResult<Out>(
  {operation, reader, ...received}: ResultSource,
  read: (report: ReportEntry) => Out,
): Out {
  const report: ReportEntry = (expected, entry) =>
    reported({...received, body: entry}, {expected: `${expected} (${reader})`});
  const {body} = received;
  try {
    const result = readableResult(operation, read(report), report);
    if (result === undefined || typeof body !== 'string' || !/^\s*[<{[]/.test(body)) return result;
  } catch (cause) {
    const {detail = ''} = toErrorInfo(cause);
    throw cause instanceof TypeError
      ? reported(received, {expected: `${detail} (${reader})`}, cause)
      : reported(received, {expected: `a result from ${reader}`, detail}, cause);
  }
  throw reported(received, {expected: 'JSON'});
}

/** Reads a conversation that a page displays. What cannot be displayed of it is left out and written to the console. */
export function readConversation(conversation: Conversation): Conversation {
  const source = {
    operation: 'conversation',
    reader: '`show`, `initialConversation` or `data-conversation`',
    facts: {},
    body: conversation,
  };
  try {
    return readResult(source, () => conversation);
  } catch {
    return emptyConversation; // The error was written to the console.
  }
}

/** The error of a response that lacks what the protocol requires, after it was reported. */
function reported(
  {facts, body}: Pick<ReceivedData, 'facts' | 'body'>,
  fields: Pick<ErrorInfo, 'expected' | 'detail'>,
  cause?: unknown,
): ChatError {
  const received = describeBody(body);
  const info = {code: 'invalid_response', ...facts, ...fields, received, retryable: false} as const;
  const error = new ChatError(info, {cause});
  reportToDeveloper(error.info);
  return error;
}
