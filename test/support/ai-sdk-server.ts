import {
  convertToModelMessages,
  createUIMessageStreamResponse,
  isStepCount,
  jsonSchema,
  streamText,
  tool,
  toUIMessageStream,
  validateUIMessages,
  type ModelMessage,
  type ToolSet,
  type UIMessage,
} from 'ai';
import {convertArrayToReadableStream, MockLanguageModelV4} from 'ai/test';
import {randomUUID} from 'node:crypto';
import {once} from 'node:events';
import type {ServerResponse} from 'node:http';
import {json, serve, type Asked, type WebServer} from '../controller/support/web-server.js';
import type {McpConnection} from './mcp-server.js';

/** One part of the stream of a model, in the interface of the AI SDK for providers. */
type ModelPart = Parameters<typeof convertArrayToReadableStream<ModelStreamPart>>[0][number];
type ModelStream = Awaited<ReturnType<MockLanguageModelV4['doStream']>>['stream'];
type ModelStreamPart = ModelStream extends ReadableStream<infer Part> ? Part : never;

export interface ChatRequest {
  readonly id: string;
  readonly messages: UIMessage[];
  readonly trigger: string;
  readonly messageId?: string;
  readonly [field: string]: unknown;
}

/** A request of the app of a call: for a resource, or for a tool. */
interface AppRequest {
  readonly id: string;
  readonly toolCallId: string;
  readonly uri?: string;
  readonly name?: string;
  readonly arguments?: unknown;
}

interface AiSdkServerOptions {
  /** What the model writes in its next step; it gets the conversation as the model would. */
  readonly model: (messages: ModelMessage[], step: number) => readonly ModelPart[];
  readonly tools?: ToolSet;
  /** Names of tools that need an approval, each with the reason that is displayed. */
  readonly approvals?: Readonly<Record<string, string>>;
  /** Milliseconds between the chunks that the server sends. */
  readonly chunkDelayMs?: number;
  /** The MCP server behind the requests of apps. */
  readonly mcp?: McpConnection;
}

export interface AiSdkServer extends WebServer {
  /** The bodies of all turns. */
  readonly turns: readonly ChatRequest[];
  /** The stored messages of a session. */
  readonly stored: (session: string) => readonly UIMessage[];
  /** Closes the connections of the streams that are being sent; the answers go on. */
  readonly cut: () => void;
}

const usage = {
  inputTokens: {total: 12, noCache: 12, cacheRead: undefined, cacheWrite: undefined},
  outputTokens: {total: 30, text: 30, reasoning: undefined},
};

export const finished = (unified: 'stop' | 'tool-calls' | 'length' = 'stop'): ModelPart => ({
  type: 'finish',
  finishReason: {unified, raw: unified},
  usage,
});

export const says = (...deltas: readonly string[]): readonly ModelPart[] => [
  {type: 'text-start', id: '0'},
  ...deltas.map(delta => ({type: 'text-delta', id: '0', delta}) as const),
  {type: 'text-end', id: '0'},
];

export const thinks = (...deltas: readonly string[]): readonly ModelPart[] => [
  {type: 'reasoning-start', id: 'r'},
  ...deltas.map(delta => ({type: 'reasoning-delta', id: 'r', delta}) as const),
  {type: 'reasoning-end', id: 'r'},
];

export const calls = (id: string, toolName: string, input: unknown): readonly ModelPart[] => {
  const text = JSON.stringify(input);
  const half = Math.floor(text.length / 2);
  return [
    {type: 'tool-input-start', id, toolName},
    {type: 'tool-input-delta', id, delta: text.slice(0, half)},
    {type: 'tool-input-delta', id, delta: text.slice(half)},
    {type: 'tool-input-end', id},
    {type: 'tool-call', toolCallId: id, toolName, input: text},
  ];
};

/** A tool of the server, or of the page if it has no `execute`. */
export const toolOf = (
  properties: Readonly<Record<string, {type: 'string' | 'number'}>>,
  execute?: (input: Record<string, unknown>) => unknown,
): ToolSet[string] => {
  const schema = {type: 'object', properties, required: Object.keys(properties)} as const;
  const inputSchema = jsonSchema<Record<string, unknown>>({
    ...schema,
    required: [...schema.required],
  });
  return execute ? tool({inputSchema, execute: input => execute(input)}) : tool({inputSchema});
};

/** A stream that is being sent, which another request can get from its first byte. */
class LiveStream {
  readonly #bytes: Uint8Array[] = [];
  readonly #open = new Set<ServerResponse>();
  #isOver = false;

  async read(body: ReadableStream<Uint8Array>, delayMs: number): Promise<void> {
    for await (const chunk of body) {
      if (delayMs > 0) await new Promise(resolve => setTimeout(resolve, delayMs));
      this.#bytes.push(chunk);
      for (const response of this.#open) response.write(chunk);
    }
    this.#isOver = true;
    for (const response of this.#open) response.end();
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  send(response: ServerResponse): void {
    for (const chunk of this.#bytes) response.write(chunk);
    if (this.#isOver) response.end();
    else this.#open.add(response);
  }

  cut(): void {
    for (const response of this.#open) response.destroy();
    this.#open.clear();
  }
}

/**
 * A server as the documentation of the AI SDK describes it, from the official package with a mock model: a chat route that
 * stores its messages, resumes a stream with a replay and stops an answer.
 */
export async function serveAiSdk(options: AiSdkServerOptions): Promise<AiSdkServer> {
  const turns: ChatRequest[] = [];
  const messages = new Map<string, UIMessage[]>();
  const live = new Map<string, {readonly stream: LiveStream; readonly abort: AbortController}>();
  let step = 0;

  const model = new MockLanguageModelV4({
    modelId: 'mock-1',
    doStream: ({prompt, abortSignal}) => {
      const parts = options.model(prompt, step++);
      const stream = convertArrayToReadableStream<ModelStreamPart>([
        {type: 'stream-start', warnings: []},
        ...parts,
      ]);
      abortSignal?.throwIfAborted();
      return Promise.resolve({stream});
    },
  });

  const answer = async (asked: ChatRequest, response: ServerResponse): Promise<void> => {
    turns.push(asked);
    await validateUIMessages({messages: asked.messages});
    messages.set(asked.id, asked.messages);
    const abort = new AbortController();
    const {tools, approvals} = options;
    const result = streamText({
      model,
      messages: await convertToModelMessages(asked.messages, tools && {tools}),
      stopWhen: isStepCount(5),
      maxRetries: 0,
      abortSignal: abort.signal,
      onError: () => undefined,
      ...(tools && {tools}),
      ...(approvals && {
        toolApproval: Object.fromEntries(
          Object.entries(approvals).map(([name, reason]) => [
            name,
            {type: 'user-approval', reason},
          ]),
        ),
      }),
    });
    const official = createUIMessageStreamResponse({
      stream: toUIMessageStream({
        stream: result.stream,
        ...(tools && {tools}),
        originalMessages: asked.messages,
        generateMessageId: () => `answer-${randomUUID()}`,
        sendSources: true,
        messageMetadata: ({part}) =>
          part.type === 'finish' ? {model: 'mock-1', usage: part.totalUsage} : undefined,
        onError: error => (error instanceof Error ? error.message : String(error)),
        onEnd: ({messages: stored}) => void messages.set(asked.id, stored),
      }),
    });
    response.writeHead(official.status, Object.fromEntries(official.headers));
    const stream = new LiveStream();
    live.set(asked.id, {stream, abort});
    stream.send(response);
    if (official.body) await stream.read(official.body, options.chunkDelayMs ?? 0);
  };

  const answerApp = async (action: string, asked: AppRequest, response: ServerResponse) => {
    const parts = messages.get(asked.id)?.flatMap(message => message.parts) ?? [];
    const isStored = parts.some(
      part => 'toolCallId' in part && part.toolCallId === asked.toolCallId,
    );
    if (!isStored || !options.mcp) {
      json(response, {error: 'The call is unknown.'}, 404);
      return;
    }
    const {uri, name, arguments: given} = asked;
    const [method, params] =
      action === 'call' ? ['tools/call', {name, arguments: given}] : ['resources/read', {uri}];
    await options.mcp.request(method, params).then(
      result => json(response, result),
      (error: unknown) => json(response, {error: String(error)}, 502),
    );
  };

  const server = await serve(async (asked: Asked, response) => {
    const [, , , session = '', below] = asked.path.split('/');
    const running = live.get(session);
    if (session === 'apps') {
      await answerApp(below ?? '', JSON.parse(asked.body) as AppRequest, response);
    } else if (asked.method === 'POST' && session === '') {
      await answer(JSON.parse(asked.body) as ChatRequest, response);
    } else if (below === 'stop') {
      running?.abort.abort('The user has stopped the answer.');
      json(response, {});
    } else if (below === 'stream') {
      if (!running || running.stream.isOver) response.writeHead(204).end();
      else {
        response.writeHead(200, {'content-type': 'text/event-stream'});
        running.stream.send(response);
        await once(response, 'close');
      }
    } else json(response, messages.get(session) ?? []);
  });
  return Object.assign(server, {
    turns,
    stored: (session: string) => messages.get(session) ?? [],
    cut: () => {
      for (const {stream} of live.values()) stream.cut();
    },
  });
}
