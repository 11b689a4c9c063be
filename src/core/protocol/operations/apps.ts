/* Apps of tools (MCP Apps) in what servers send. */

import {asRecord, asRecords, asText, isRecord, textsOf, type JsonRecord} from '../../values.js';
import type {Operations, ResourceResult} from '../types.js';
import type {ToolApp} from '../../model/item.js';

/** The app of a tool; `undefined` if there is none, or if its document has another scheme than `ui:`. */
export function readToolApp(value: unknown, server?: unknown): ToolApp | undefined {
  const {resourceUri, visibility} = asRecord(value);
  const name = asText(server);
  if (!isAppUri(resourceUri)) return undefined;
  return {
    resourceUri,
    ...(name !== undefined && {server: name}),
    ...(Array.isArray(visibility) && {visibility: textsOf(visibility)}),
  };
}

export const isAppUri = (uri: unknown): uri is string =>
  typeof uri === 'string' && uri.startsWith('ui://');

/** The result of `resources/read`, with the tools of the server if there are any. */
export function readResourceResult(body: unknown): ResourceResult {
  const {contents, tools} = asRecord(body);
  if (!Array.isArray(contents))
    throw new TypeError('The response of the server is not a resource.');
  return {
    contents: asRecords(contents),
    ...(Array.isArray(tools) && {tools: asRecords(tools)}),
  };
}

/** The result of `tools/call`. */
export function readToolResult(body: unknown): JsonRecord {
  if (!isRecord(body)) throw new TypeError('The response of the server is not a result of a tool.');
  return body;
}

type Input = Parameters<NonNullable<Operations['readResource']>['request']>[0];

/** Both operations as POST requests with JSON; `address` returns the path and the fields that name the call. */
export function appOperations(
  address: (
    input: Omit<Input, 'uri'>,
    action: 'resource' | 'call',
  ) => {readonly path: string; readonly json: JsonRecord},
): Required<Pick<Operations, 'readResource' | 'callTool'>> {
  return {
    readResource: {
      request: input => {
        const {path, json} = address(input, 'resource');
        return {method: 'POST', path, body: {json: {...json, uri: input.uri}}};
      },
      read: ({body}) => readResourceResult(body),
    },
    callTool: {
      request: input => {
        const {path, json} = address(input, 'call');
        const {name, arguments: given} = input;
        return {method: 'POST', path, body: {json: {...json, name, arguments: given}}};
      },
      read: ({body}) => readToolResult(body),
    },
  };
}
