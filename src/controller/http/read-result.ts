import {ChatError, toErrorInfo} from './errors.js';
import type {ReceivedData} from './rejections.js';
import {describeBody} from './response-facts.js';
import {reportToDeveloper} from '../developer-report.js';
import type {ErrorInfo} from '../types.js';
import {hasSameEntries, readItem, readMessage} from '../../core/protocol/decode.js';
import {asRecord, asText} from '../../core/values.js';
import type {ReportEntry} from '../../core/protocol/types.js';
import {emptyConversation, type Conversation} from '../../core/model/item.js';

/** Lists that a page, or its own protocol or store, may give in another shape. */
const lists: Readonly<
  Record<
    string,
    {
      readonly field: string;
      readonly entry: string;
      /** The entry without what cannot be displayed; the same value if that is nothing. */
      readonly read: (value: unknown) => unknown;
    }
  >
> = {
  conversation: {field: 'children', entry: 'items', read: readItem},
  history: {field: 'messages', entry: 'items of the kind `message`', read: readMessage},
  sessions: {
    field: 'sessions',
    entry: 'sessions with the text `id`',
    read: value => (asText(asRecord(value)['id']) === undefined ? undefined : value),
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

/**
 * A result without the entries of its list that cannot be displayed, which are reported. Throws a `TypeError` with what was
 * expected if the result has no list.
 */
function withReadableEntries<Out>(operation: string, result: Out, report: ReportEntry): Out {
  const list = lists[operation];
  if (!list) return result;
  const {field, entry, read} = list;
  const expected = `a result with \`${field}\`, a list of ${entry}`;
  const entries = asRecord(result)[field];
  if (!Array.isArray(entries)) throw new TypeError(expected);
  const readable = entries.flatMap(value => read(value) ?? []);
  if (hasSameEntries(readable, entries)) return result;
  report(
    expected,
    entries.find(value => read(value) !== value),
  );
  return {...result, [field]: readable};
}
