import {ChatError, toErrorInfo} from './errors.js';
import {invalidResponse, type ReceivedData} from './rejections.js';
import type {Operation, Protocol, RequestShape} from '../../core/protocol/types.js';

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
    const expected = `a request from ${nameOf(protocol, operation, 'request')}`;
    const info = {code: 'invalid_request', detail, expected, retryable: false} as const;
    throw new ChatError(info, {sent: false, cause});
  }
}

/**
 * The result of a response. An HTML page or incomplete JSON where a result is expected comes from an intermediary, such
 * as a proxy that requires a login. A reader throws a `TypeError` that names what is missing.
 */
export function readResult<In, Out>(
  protocol: Protocol,
  operation: Operation<In, Out>,
  received: ReceivedData,
): Out {
  const {body} = received;
  let result: Out;
  try {
    result = operation.read(received);
  } catch (cause) {
    const reader = nameOf(protocol, operation, 'read');
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

/** A function of an operation, as developers know it. */
function nameOf(
  {name: protocol, operations}: Protocol,
  operation: unknown,
  part: 'request' | 'read',
): string {
  const [name = ''] = Object.entries(operations).find(([, one]) => one === operation) ?? [];
  return `\`${part}\` of the operation \`${name}\` of the protocol ${protocol}`;
}
