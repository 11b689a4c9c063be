import {readToolApp} from '../apps.js';
import {asRecord} from '../decode.js';
import type {ToolApp} from '../../model/item.js';

/** The app in an activity of `@ag-ui/mcp-apps-middleware`. Its `handle` names the server. */
export function appOfActivity(activityType: unknown, content: unknown): ToolApp | undefined {
  if (activityType !== 'mcp-apps') return undefined;
  const {result, serverHash, serverId} = asRecord(content);
  const app = readToolApp(content, serverId);
  return app && {...app, result, handle: {serverHash, ...(serverId !== undefined && {serverId})}};
}
