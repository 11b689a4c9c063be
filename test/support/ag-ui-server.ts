import {RunAgentInputSchema} from '@ag-ui/core/schemas';
import {EventEncoder} from '@ag-ui/encoder';
import {
  chat,
  chatParamsFromRequestBody,
  memoryStream,
  resumeServerSentEventsResponse,
  toServerSentEventsResponse,
  type AnyTextAdapter,
  type StreamChunk,
  type Tool,
} from '@tanstack/ai';
import type {ServerResponse} from 'node:http';
import {json, serve, type WebServer} from '../controller/support/web-server.js';
import type {McpConnection} from './mcp-server.js';

export type Event = Readonly<Record<string, unknown>> & {readonly type: string};

/** The body of a request, after the official schema has accepted it. */
export interface RunInput {
  readonly threadId: string;
  readonly runId: string;
  readonly messages: readonly {readonly role: string; readonly [field: string]: unknown}[];
  readonly tools: readonly {readonly name: string}[];
  readonly state?: unknown;
  readonly context?: unknown;
  readonly forwardedProps?: unknown;
  readonly resume?: readonly Readonly<Record<string, unknown>>[];
}

export interface AgentServer extends WebServer {
  readonly inputs: readonly RunInput[];
  /** Closes the connections of all runs. */
  readonly cut: () => void;
}

/** An agent of the official packages: its events are between `RUN_STARTED` and `RUN_FINISHED`, unless one of them ends it. */
export async function serveAgent(
  agent: (input: RunInput, turn: number) => AsyncIterable<Event> | Iterable<Event>,
): Promise<AgentServer> {
  const inputs: RunInput[] = [];
  const open = new Set<ServerResponse>();
  const encoder = new EventEncoder();
  const server = await serve(async ({method, body}, response) => {
    if (method !== 'POST') {
      // CopilotKit's runtime without stored threads.
      json(response, {threads: [], messages: []});
      return;
    }
    const read = RunAgentInputSchema.safeParse(JSON.parse(body));
    if (!read.success) {
      json(response, {error: read.error.message}, 422);
      return;
    }
    const input = read.data as unknown as RunInput;
    const {threadId, runId} = input;
    const turn = inputs.push(input) - 1;
    open.add(response);
    response.writeHead(200, {'content-type': encoder.getContentType()});
    const send = (event: Event): unknown =>
      response.write(encoder.encode(event as unknown as Parameters<typeof encoder.encode>[0]));
    send({type: 'RUN_STARTED', threadId, runId});
    let last = '';
    for await (const event of agent(input, turn)) {
      if (response.destroyed) return;
      send({threadId, runId, ...event});
      last = event.type;
    }
    if (!/^RUN_(FINISHED|ERROR)$/.test(last)) send({type: 'RUN_FINISHED', threadId, runId});
    response.end();
    open.delete(response);
  });
  return Object.assign(server, {
    inputs,
    cut: () => {
      for (const response of open) response.destroy();
    },
  });
}

const serverHash = 'hash-of-the-server';

/**
 * An agent with the tool `get-time` of an MCP server, whose events are those of `@ag-ui/mcp-apps-middleware`: the app of a
 * call is an activity after its result, and requests of apps are runs of their own.
 */
export const appAgent = (mcp: McpConnection) =>
  async function* ({forwardedProps}: RunInput): AsyncGenerator<Event> {
    const {__proxiedMCPRequest: proxied} = (forwardedProps ?? {}) as {
      readonly __proxiedMCPRequest?: {
        readonly serverHash: string;
        readonly method: string;
        readonly params: Readonly<Record<string, unknown>>;
      };
    };
    if (proxied) {
      const isKnown = proxied.serverHash === serverHash;
      const answer = isKnown
        ? mcp.request(proxied.method, proxied.params)
        : Promise.reject(new Error('The server is unknown.'));
      const result = await answer.catch((error: unknown) => ({error: String(error)}));
      yield {type: 'RUN_FINISHED', result};
      return;
    }
    const result = await mcp.request('tools/call', {name: 'get-time', arguments: {}});
    const [content] = result['content'] as readonly {readonly text: string}[];
    const [toolCallId, toolCallName] = ['c1', 'get-time'];
    const resourceUri = 'ui://get-time/mcp-app.html';
    yield {type: 'TOOL_CALL_START', toolCallId, toolCallName};
    yield {type: 'TOOL_CALL_ARGS', toolCallId, delta: '{}'};
    yield {type: 'TOOL_CALL_END', toolCallId};
    yield {type: 'TOOL_CALL_RESULT', toolCallId, messageId: 'm1', content: content?.text};
    yield {
      type: 'ACTIVITY_SNAPSHOT',
      messageId: 'a1',
      activityType: 'mcp-apps',
      content: {result, resourceUri, serverHash, serverId: 'clock', toolInput: {}},
      replace: true,
    };
  };

/** What the model of TanStack AI writes in one step. */
export type Step = readonly Event[];

const usage = {promptTokens: 4, completionTokens: 2, totalTokens: 6};

export const said = (messageId: string, ...deltas: readonly string[]): Step => [
  {type: 'TEXT_MESSAGE_START', messageId, role: 'assistant'},
  ...deltas.map(delta => ({type: 'TEXT_MESSAGE_CONTENT', messageId, delta})),
  {type: 'TEXT_MESSAGE_END', messageId},
  {type: 'RUN_FINISHED', finishReason: 'stop', usage},
];

export const called = (toolCallId: string, toolCallName: string, input: unknown): Step => [
  {type: 'TOOL_CALL_START', toolCallId, toolCallName, index: 0},
  {type: 'TOOL_CALL_ARGS', toolCallId, delta: JSON.stringify(input)},
  {type: 'TOOL_CALL_END', toolCallId, toolCallName, input},
  {type: 'RUN_FINISHED', finishReason: 'tool_calls', usage},
];

/** A durable route of TanStack AI, from the official package with a mock model. */
export async function serveTanstack(
  model: (step: number) => Step,
  {tools, delayMs = 0}: {readonly tools: readonly unknown[]; readonly delayMs?: number},
): Promise<WebServer> {
  let step = 0;
  const adapter = {
    kind: 'text',
    name: 'mock',
    model: 'mock-1',
    '~types': {},
    async *chatStream({threadId, runId}: {threadId?: string; runId?: string}) {
      const common = {threadId, runId, model: 'mock-1', timestamp: Date.now()};
      yield {...common, type: 'RUN_STARTED'};
      for (const event of model(step++)) {
        if (delayMs > 0) await new Promise(resolve => setTimeout(resolve, delayMs));
        yield {...common, ...event};
      }
    },
    structuredOutput: () => Promise.resolve({data: {}, rawText: '{}'}),
  } as unknown as AnyTextAdapter;
  return serve(async ({method, path, body, headers}, response) => {
    const request = new Request(`http://localhost${path}`, {
      method,
      headers: Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [name, String(value)]),
      ),
    });
    const durability = memoryStream(request);
    if (method === 'GET') {
      await relay(resumeServerSentEventsResponse({adapter: durability}), response);
      return;
    }
    const params = await chatParamsFromRequestBody(JSON.parse(body));
    const stream = chat({
      adapter,
      messages: params.messages,
      threadId: params.threadId,
      runId: params.runId,
      tools: tools as Tool[],
      ...(params.parentRunId !== undefined && {parentRunId: params.parentRunId}),
      ...(params.resume && {resume: params.resume}),
    }) as AsyncIterable<StreamChunk>;
    await relay(toServerSentEventsResponse(stream, {durability: {adapter: durability}}), response);
  });
}

async function relay(official: Response, response: ServerResponse): Promise<void> {
  response.writeHead(official.status, Object.fromEntries(official.headers));
  const reader = official.body?.getReader();
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    if (response.destroyed) break;
    response.write(part.value);
  }
  response.end();
}
