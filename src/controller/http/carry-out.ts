import {ChatError, toErrorInfo} from './errors.js';
import {describeValue} from '../../core/protocol/diagnosis/describe.js';
import {readResult} from './read-result.js';
import {reportToConsole} from '../report-to-console.js';
import {isRecord} from '../../core/values.js';
import type {ReceivedData} from './rejections.js';
import type {Operation, Protocol, RequestShape} from '../../core/protocol/types.js';

/** The request for an operation; throws `invalid_request` where its input has what no request can carry. */
export function requestOf<In>(
  protocol: Protocol,
  operation: {request: (input: In) => RequestShape},
  input: In,
): RequestShape {
  try {
    return shapeOf(operation.request(input));
  } catch (cause) {
    const {detail = ''} = toErrorInfo(cause);
    const expected = `a request from ${partOf(protocol, nameOf(protocol, operation), 'request')}`;
    const info = {code: 'invalid_request', detail, expected, retryable: false} as const;
    throw new ChatError(info, {sent: false, cause});
  }
}

/** A request of a protocol, which may be one of the page. */
function shapeOf(request: RequestShape): RequestShape {
  const value: unknown = request;
  if (isRecord(value) && typeof value['method'] === 'string' && typeof value['path'] === 'string')
    return request;
  const isPromise = value instanceof Promise;
  if (isPromise) value.catch(reportToConsole);
  const received = isPromise ? 'a promise' : describeValue(value);
  throw new TypeError(`It must return {method, path}, both of them texts; it returned ${received}`);
}

export function resultOf<In, Out>(
  protocol: Protocol,
  operation: Operation<In, Out>,
  received: ReceivedData,
): Out {
  const name = nameOf(protocol, operation);
  const source = {...received, operation: name, reader: partOf(protocol, name, 'read')};
  return readResult(source, report => operation.read(received, report));
}

function nameOf({operations}: Protocol, operation: unknown): string {
  const [name = ''] = Object.entries(operations).find(([, one]) => one === operation) ?? [];
  return name;
}

/** A function of an operation, as developers know it. */
const partOf = ({name: protocol}: Protocol, operation: string, part: 'request' | 'read'): string =>
  `\`${part}\` of the operation \`${operation}\` of the protocol ${protocol}`;
