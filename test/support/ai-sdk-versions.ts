import * as ai5 from 'ai5';
import {MockLanguageModelV2} from 'ai5/test';
import * as ai6 from 'ai6';
import {MockLanguageModelV3} from 'ai6/test';
import {json, serve, type WebServer} from '../controller/support/web-server.js';

/** A chat route: gets the messages of a request. */
interface Route {
  (messages: never): Promise<Response>;
  readonly model: {readonly doStreamCalls: readonly {readonly prompt: readonly PromptMessage[]}[]};
}

/** A message as the model gets it. */
interface PromptMessage {
  readonly role: string;
  readonly content: string | readonly {readonly type: string}[];
}

/** What the model writes in a step: reasoning, and then a text or a call. */
export interface ModelStep {
  readonly reasoning?: string;
  readonly text?: string;
  readonly call?: {readonly id: string; readonly name: string; readonly input: object};
}

export interface VersionedServer extends WebServer {
  /** The errors of the official validation of messages. */
  readonly invalid: readonly unknown[];
  /** What the model has got last: the role and the types of the parts of each message. */
  readonly prompt: () => readonly string[];
}

/** The parts of a step that all versions of the interface for providers share. */
function* partsOf({reasoning, text, call}: ModelStep) {
  if (reasoning !== undefined) {
    yield {type: 'reasoning-start', id: 'r'} as const;
    yield {type: 'reasoning-delta', id: 'r', delta: reasoning} as const;
    yield {type: 'reasoning-end', id: 'r'} as const;
  }
  if (text !== undefined) {
    yield {type: 'text-start', id: '0'} as const;
    for (const delta of text.split(/(?<= )/)) yield {type: 'text-delta', id: '0', delta} as const;
    yield {type: 'text-end', id: '0'} as const;
  }
  if (call) {
    const {id: toolCallId, name: toolName, input} = call;
    yield {type: 'tool-call', toolCallId, toolName, input: JSON.stringify(input)} as const;
  }
}

const addSchema = {
  type: 'object',
  properties: {a: {type: 'number'}, b: {type: 'number'}},
} as const;

const sum = ({a = 0, b = 0}: {a?: number; b?: number}): object => ({sum: a + b});

/** A model for version 5. */
export function modelOf5(model: (step: number) => ModelStep): MockLanguageModelV2 {
  let step = 0;
  return new MockLanguageModelV2({
    doStream: () => {
      const next = model(step++);
      const stream = ai5.simulateReadableStream({
        chunks: [
          {type: 'stream-start' as const, warnings: []},
          ...partsOf(next),
          {
            type: 'finish' as const,
            finishReason: next.call ? ('tool-calls' as const) : ('stop' as const),
            usage: {inputTokens: 12, outputTokens: 30, totalTokens: 42},
          },
        ],
      });
      return Promise.resolve({stream});
    },
  });
}

/** The quick start of version 5, with one tool of the server and one of the page. */
function routeOf5(model: (step: number) => ModelStep): Route {
  const language = modelOf5(model);
  const tools = {
    add: ai5.tool({
      inputSchema: ai5.jsonSchema<{a?: number; b?: number}>(addSchema),
      execute: sum,
    }),
    page_title: ai5.tool({inputSchema: ai5.jsonSchema({type: 'object'})}) as ai5.ToolSet[string],
  };
  const route = async (messages: ai5.UIMessage[]): Promise<Response> => {
    await ai5.validateUIMessages({messages});
    return ai5
      .streamText({
        model: language,
        messages: ai5.convertToModelMessages(messages),
        tools,
        stopWhen: ai5.stepCountIs(5),
      })
      .toUIMessageStreamResponse({originalMessages: messages, sendReasoning: true});
  };
  return Object.assign(route, {model: language});
}

/** A model for version 6. */
export function modelOf6(model: (step: number) => ModelStep): MockLanguageModelV3 {
  let step = 0;
  return new MockLanguageModelV3({
    doStream: () => {
      const next = model(step++);
      const unified = next.call ? ('tool-calls' as const) : ('stop' as const);
      const stream = ai6.simulateReadableStream({
        chunks: [
          {type: 'stream-start' as const, warnings: []},
          ...partsOf(next),
          {
            type: 'finish' as const,
            finishReason: {unified, raw: unified},
            usage: {
              inputTokens: {total: 12, noCache: 12, cacheRead: undefined, cacheWrite: undefined},
              outputTokens: {total: 30, text: 30, reasoning: undefined},
            },
          },
        ],
      });
      return Promise.resolve({stream});
    },
  });
}

/** The quick start of version 6, with the same tools. */
function routeOf6(model: (step: number) => ModelStep): Route {
  const language = modelOf6(model);
  const tools = {
    add: ai6.tool({
      inputSchema: ai6.jsonSchema<{a?: number; b?: number}>(addSchema),
      execute: sum,
    }),
    page_title: ai6.tool({inputSchema: ai6.jsonSchema({type: 'object'})}) as ai6.ToolSet[string],
  };
  const route = async (messages: ai6.UIMessage[]): Promise<Response> => {
    await ai6.validateUIMessages({messages});
    return ai6
      .streamText({
        model: language,
        messages: await ai6.convertToModelMessages(messages, {tools}),
        tools,
        stopWhen: ai6.stepCountIs(5),
      })
      .toUIMessageStreamResponse({originalMessages: messages, sendReasoning: true});
  };
  return Object.assign(route, {model: language});
}

const routes = {5: routeOf5, 6: routeOf6};

/** A server with the chat route that the quick start of this version of the AI SDK describes. */
export async function serveVersion(
  version: keyof typeof routes,
  model: (step: number) => ModelStep,
): Promise<VersionedServer> {
  const route = routes[version](model);
  const invalid: unknown[] = [];
  const server = await serve(async ({body}, to) => {
    const {messages} = JSON.parse(body) as {messages: never};
    const response = await route(messages).catch((error: unknown) => {
      invalid.push(error);
    });
    if (!response?.body) {
      json(to, {error: 'The messages are not valid.'}, 400);
      return;
    }
    to.writeHead(response.status, Object.fromEntries(response.headers));
    for await (const chunk of response.body) to.write(chunk);
    to.end();
  });
  const prompt = (): readonly string[] =>
    (route.model.doStreamCalls.at(-1)?.prompt ?? []).map(({role, content}) =>
      [role, ...(typeof content === 'string' ? [] : content.map(({type}) => type))].join(' '),
    );
  return Object.assign(server, {invalid, prompt});
}
