import {ChatError, toErrorInfo} from './errors.js';
import {invalidResponse, type ReceivedData} from './rejections.js';
import {reportToDeveloper} from '../developer-report.js';
import {withReadableEntries} from '../readable-entries.js';
import type {Operation, Protocol, ReportEntry, RequestShape} from '../../core/protocol/types.js';

/** The request for an operation; throws `invalid_request` where its input has what no request can carry. */
export function requestOf<In>(
  protocol: Protocol,
  operation: {request: (input: In) => RequestShape},
  input: In,
): RequestShape {
  try {
    return operation.request(input);
  } catch (cause) {
    const {detail = ''} = toErrorInfo(cause);
    const expected = `a request from ${partOf(protocol, nameOf(protocol, operation), 'request')}`;
    const info = {code: 'invalid_request', detail, expected, retryable: false} as const;
    throw new ChatError(info, {sent: false, cause});
  }
}

/**
 * The result of a response. An HTML page or incomplete JSON where a result is expected comes from an intermediary, such
 * as a proxy that requires a login. A reader throws a `TypeError` that names what is missing. An entry of a list that it
 * cannot read is written to the console.
 */
export function readResult<In, Out>(
  protocol: Protocol,
  operation: Operation<In, Out>,
  received: ReceivedData,
): Out {
  const {body} = received;
  const name = nameOf(protocol, operation);
  const reader = partOf(protocol, name, 'read');
  const report: ReportEntry = (expected, entry) => {
    const error = invalidResponse(
      {...received, body: entry},
      {expected: `${expected} (${reader})`},
    );
    reportToDeveloper(error.info);
  };
  let result: Out;
  try {
    result = withReadableEntries(name, operation.read(received, report), report);
  } catch (cause) {
    const {detail = ''} = toErrorInfo(cause);
    throw cause instanceof TypeError
      ? invalidResponse(received, {expected: `${detail} (${reader})`}, cause)
      : invalidResponse(received, {expected: `a result from ${reader}`, detail}, cause);
  }
  if (result === undefined || typeof body !== 'string' || !/^\s*[<{[]/.test(body)) return result;
  throw invalidResponse(received, {expected: 'JSON'});
}

/** The request to send after another one was refused. */
export function alternativeTo<In, Out>(
  error: unknown,
  {otherwise}: Operation<In, Out>,
  input: In,
): RequestShape | undefined {
  const {status} = toErrorInfo(error);
  return status === 400 || status === 404 ? otherwise?.(input) : undefined;
}

function nameOf({operations}: Protocol, operation: unknown): string {
  const [name = ''] = Object.entries(operations).find(([, one]) => one === operation) ?? [];
  return name;
}

/** A function of an operation, as developers know it. */
const partOf = ({name: protocol}: Protocol, operation: string, part: 'request' | 'read'): string =>
  `\`${part}\` of the operation \`${operation}\` of the protocol ${protocol}`;
