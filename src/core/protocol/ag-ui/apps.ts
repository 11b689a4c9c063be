import {requestOf, type AgUiOptions, type TargetOf} from './operations.js';
import {isAppUri, readResourceResult, readToolApp, readToolResult} from '../operations/apps.js';
import {asRecord, asText, isRecord, type JsonRecord} from '../../values.js';
import type {AppInput, Operations, RequestShape, ResponseData} from '../types.js';
import {jsonText, parseJson} from '../../json.js';
import type {AgMessage} from './record.js';
import type {ToolApp} from '../../model/item.js';
import {parseFrames} from '../../sse/frame-parser.js';

/** The app in an activity of `@ag-ui/mcp-apps-middleware`. Its `handle` names the server. */
export function appOfActivity(activityType: unknown, content: unknown): ToolApp | undefined {
  if (activityType !== 'mcp-apps') return undefined;
  const {result, serverHash, serverId} = asRecord(content);
  const app = readToolApp(content, serverId);
  return app && {...app, result, handle: {serverHash, ...(serverId !== undefined && {serverId})}};
}

/** The calls of the activities with an app of earlier streams, by activity: those that display the same app. */
export function callsOfApps(
  messages: readonly AgMessage[],
  calls: Iterable<JsonRecord>,
): Map<string, string> {
  const callsByApp = new Map([...calls].map(({app, executionId}) => [jsonText(app), executionId]));
  const found = messages.map(({role, id, activityType, content}) => {
    const app = role === 'activity' ? appOfActivity(activityType, content) : undefined;
    return [id, app && asText(callsByApp.get(jsonText(app)))] as const;
  });
  return new Map(found.filter((one): one is [string, string] => one[1] !== undefined));
}

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
