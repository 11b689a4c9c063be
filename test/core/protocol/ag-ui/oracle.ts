import {HttpAgent, type HttpAgentConfig} from '@ag-ui/client';
import {EventEncoder} from '@ag-ui/encoder';
import type {EventData} from './events.js';

type Encoded = Parameters<EventEncoder['encode']>[0];

/** The body of a response, as the official encoder writes it. */
export function encoded(events: readonly EventData[]): string {
  const encoder = new EventEncoder();
  return (events as readonly unknown[] as readonly Encoded[])
    .map(event => encoder.encode(event))
    .join('');
}

/** The messages and the state of the official client after a stream. */
export async function official(
  events: readonly EventData[],
  config: Partial<HttpAgentConfig> = {},
): Promise<{readonly messages: unknown; readonly state: unknown}> {
  const agent = new HttpAgent({
    url: 'https://agent.example/',
    threadId: 't',
    ...config,
    fetch: () =>
      Promise.resolve(
        new Response(encoded(events), {headers: {'content-type': 'text/event-stream'}}),
      ),
  });
  await agent.runAgent({runId: 'r1'});
  return JSON.parse(JSON.stringify({messages: agent.messages, state: agent.state as unknown})) as {
    messages: unknown;
    state: unknown;
  };
}
