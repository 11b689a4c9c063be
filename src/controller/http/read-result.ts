import {ChatError, toErrorInfo} from './errors.js';
import type {ReceivedData} from './rejections.js';
import {describeBody} from './response-facts.js';
import {reportToDeveloper} from '../developer-report.js';
import type {ErrorInfo} from '../types.js';
import {isMessage} from '../../core/protocol/decode.js';
import {asRecord, asText} from '../../core/values.js';
import type {ReportEntry} from '../../core/protocol/types.js';

/** The lists in the results of operations, which a page's own protocol or store may return in another shape. */
const lists: Readonly<
  Record<
    string,
    {
      readonly field: string;
      readonly entry: string;
      readonly isEntry: (value: unknown) => boolean;
    }
  >
> = {
  history: {field: 'messages', entry: 'items of the kind `message`', isEntry: isMessage},
  sessions: {
    field: 'sessions',
    entry: 'sessions with the text `id`',
    isEntry: value => asText(asRecord(value)['id']) !== undefined,
  },
};

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
    const result = withReadableEntries(operation, read(report), report);
    if (result === undefined || typeof body !== 'string' || !/^\s*[<{[]/.test(body)) return result;
  } catch (cause) {
    const {detail = ''} = toErrorInfo(cause);
    throw cause instanceof TypeError
      ? reported(received, {expected: `${detail} (${reader})`}, cause)
      : reported(received, {expected: `a result from ${reader}`, detail}, cause);
  }
  throw reported(received, {expected: 'JSON'});
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

/**
 * A result without the entries of its list that cannot be displayed, which are reported. Throws a `TypeError` with what was
 * expected if the result has no list.
 */
function withReadableEntries<Out>(operation: string, result: Out, report: ReportEntry): Out {
  const list = lists[operation];
  if (!list) return result;
  const {field, entry, isEntry} = list;
  const expected = `a result with \`${field}\`, a list of ${entry}`;
  const entries = asRecord(result)[field];
  if (!Array.isArray(entries)) throw new TypeError(expected);
  const readable = entries.filter(isEntry);
  if (readable.length === entries.length) return result;
  report(
    expected,
    entries.find(value => !isEntry(value)),
  );
  return {...result, [field]: readable};
}
