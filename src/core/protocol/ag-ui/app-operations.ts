import {requestOf, type AgUiOptions, type TargetOf} from './operations.js';
import {isAppUri, readResourceResult, readToolResult} from '../operations/apps.js';
import {asRecord, asText, isRecord, type JsonRecord} from '../../values.js';
import type {AppInput, Operations, RequestShape, ResponseData} from '../types.js';
import {parseJson} from '../../json.js';
import {parseFrames} from '../../sse/frame-parser.js';

/**
 * The operations of apps, as `@ag-ui/mcp-apps-middleware` serves them: a run whose properties contain the request, and
 * whose last event has the result.
 */
export function appOperations(
  options: AgUiOptions,
  targetOf: TargetOf = () => ({path: ''}),
): Required<Pick<Operations, 'readResource' | 'callTool'>> {
  const request = (
    method: string,
    {tool, ...input}: AppInput,
    params: JsonRecord,
  ): RequestShape => {
    const {session, agent, newRun} = input;
    const to = {session, ...(agent !== undefined && {agent}), ...(newRun && {newRun})};
    const proxied = {...asRecord(tool.app?.handle), method, params};
    return requestOf({...to, proxied}, options, targetOf);
  };
  return {
    readResource: {
      request: ({uri, ...input}) => {
        if (!isAppUri(uri)) throw new TypeError('The address does not begin with ui://.');
        return request('resources/read', input, {uri});
      },
      read: response => readResourceResult(resultOf(response)),
    },
    callTool: {
      request: ({name, arguments: given, ...input}) =>
        request('tools/call', input, {name, arguments: given}),
      read: response => readToolResult(resultOf(response)),
    },
  };
}

/** The result in the stream of a run. */
function resultOf({body}: ResponseData): unknown {
  const frames = typeof body === 'string' ? parseFrames(body) : [];
  const events = frames.map(({data}) => parseJson(data)).filter(isRecord);
  const {result} = events.findLast(({type}) => type === 'RUN_FINISHED') ?? {};
  const failure = events.find(({type}) => type === 'RUN_ERROR')?.['message'];
  const error = asText(failure) ?? asText(asRecord(result)['error']);
  if (error !== undefined) throw new Error(error);
  return result;
}
