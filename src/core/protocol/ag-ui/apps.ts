import {readToolApp} from '../operations/apps.js';
import {asRecord, asText, defined, type JsonRecord} from '../../values.js';
import {jsonText} from '../../json.js';
import type {AgMessage} from './record.js';
import type {ToolApp} from '../../model/item.js';

/** The app in an activity of `@ag-ui/mcp-apps-middleware`. Its `handle` names the server. */
export function appOfActivity(activityType: unknown, content: unknown): ToolApp | undefined {
  if (activityType !== 'mcp-apps') return undefined;
  const {result, serverHash, serverId} = asRecord(content);
  const app = readToolApp(content, serverId);
  return app && {...app, result, handle: defined({serverHash, serverId})};
}

/** The calls of the activities with an app of earlier streams, by activity: those that display the same app. */
export function callsOfApps(
  messages: readonly AgMessage[],
  calls: Iterable<JsonRecord>,
): Map<string, string> {
  const callsByApp = new Map([...calls].map(({app, executionId}) => [jsonText(app), executionId]));
  const found = new Map<string, string>();
  for (const {id, activityType, content} of messages) {
    const app = appOfActivity(activityType, content);
    const call = app && asText(callsByApp.get(jsonText(app)));
    if (call !== undefined) found.set(id, call);
  }
  return found;
}
