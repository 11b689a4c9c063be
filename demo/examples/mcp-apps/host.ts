import type {AppHost} from 'ubik-chat';
import type {ResourceResult} from 'ubik-chat/core';

/** Routes of the site that forward a request to the MCP server of a call. */
async function ask<T>(path: string, body: object, signal: AbortSignal): Promise<T> {
  const init = {method: 'POST', headers: {'content-type': 'application/json'}};
  const response = await fetch(path, {...init, body: JSON.stringify(body), signal});
  if (!response.ok) throw new Error(`The server responded with ${response.status}.`);
  return (await response.json()) as T;
}

export const appHost: AppHost = {
  tools: {show_forecast: {resourceUri: 'ui://meteo/forecast.html', server: 'Meteo'}},
  readResource: ({tool, uri, signal}) =>
    ask<ResourceResult>('/apps/resource', {call: tool.executionId, uri}, signal),
  callTool: ({tool, signal, ...call}) =>
    ask('/apps/call', {...call, call: tool.executionId}, signal),
};

const chat = document.querySelector('ubik-chat');
if (chat) chat.appHost = appHost;
