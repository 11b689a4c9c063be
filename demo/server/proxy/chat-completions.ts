import {z} from 'zod';
import {knownFields, matching, readJson, type BodyLimits} from './body.js';
import {continuationOf} from './continuation.js';
import {below, relay} from './relay.js';
import type {Allowance} from './user-limits.js';

/** The configuration of a service that speaks Chat Completions. */
export interface ChatCompletionsUpstream {
  /** The base address, such as `https://api.openai.com/v1` or `http://127.0.0.1:11434/v1`. */
  readonly url: string;
  /** The API key, if the service needs one; never sent to a page. */
  readonly key: string | undefined;
  readonly model: string;
  /** The instructions; a page cannot change them. */
  readonly system: string | undefined;
  readonly maxTokens: number;
}

/** Each request contains the complete conversation. */
const limits: BodyLimits = {bytes: 4 * 1024 * 1024, depth: 64};

const dataUrl = z.string().startsWith('data:');
const text = z.object({type: z.literal('text'), text: z.string()});

/** The parts of a message of the user. No file has an address, so no user can make the service fetch one. */
const userPart = z.discriminatedUnion('type', [
  text,
  z.object({type: z.literal('image_url'), image_url: z.object({url: dataUrl})}),
  z.object({
    type: z.literal('input_audio'),
    input_audio: z.object({data: z.string(), format: z.enum(['wav', 'mp3'])}),
  }),
  z.object({
    type: z.literal('file'),
    file: z.object({filename: z.string().max(200), file_data: dataUrl}),
  }),
]);

const thinking = z.object({type: z.literal('thinking'), thinking: z.array(text)});
const toolCall = z.looseObject({id: z.string(), type: z.enum(['function', 'custom'])});

/** What an answer consists of. Reasoning and signatures go back to the service that has written them. */
const assistant = z.object({
  role: z.literal('assistant'),
  content: z
    .union([z.string(), matching(z.discriminatedUnion('type', [text, thinking]))])
    .nullable()
    .optional(),
  reasoning_content: z.string().optional(),
  reasoning: z.string().optional(),
  reasoning_text: z.string().optional(),
  reasoning_details: z.array(z.looseObject({})).optional(),
  extra_content: z.looseObject({}).optional(),
  audio: z.object({id: z.string()}).optional(),
  tool_calls: z.array(toolCall).optional(),
  function_call: z.object({name: z.string(), arguments: z.string()}).optional(),
});

/** Instructions are the service's: a page sends no message of the role `system` or `developer`. */
const message = z.discriminatedUnion('role', [
  z.object({role: z.literal('user'), content: z.union([z.string(), z.array(userPart)])}),
  assistant,
  z.object({role: z.literal('tool'), tool_call_id: z.string(), content: z.string()}),
  z.object({role: z.literal('function'), name: z.string(), content: z.string()}),
]);

const chatRequest = z.object({
  messages: z.array(message).min(1),
  tools: z
    .array(
      z.object({
        type: z.literal('function'),
        function: z.object({
          name: z.string().max(128),
          description: z.string().optional(),
          parameters: z.looseObject({}),
        }),
      }),
    )
    .optional(),
});

type Message = z.infer<typeof message>;

/**
 * Validates the request of a page and sends it to the service. The key, the model, the instructions and the limits come
 * from this server; only known fields of the body are forwarded.
 */
export async function askChatCompletions(
  request: Request,
  {url, key, model, system, maxTokens}: ChatCompletionsUpstream,
  allowance: Allowance,
): Promise<Response> {
  const {messages, tools = []} = knownFields(chatRequest, await readJson(request, limits));
  // OpenAI has renamed the limit, and most compatible services know the old name only.
  const limit = new URL(url).hostname === 'api.openai.com' ? 'max_completion_tokens' : 'max_tokens';
  const body = JSON.stringify({
    model,
    [limit]: maxTokens,
    stream: true,
    stream_options: {include_usage: true},
    messages: [
      ...(system === undefined ? [] : [{role: 'system', content: system}]),
      ...turnsOf(messages),
    ],
    ...(tools.length > 0 && {tools}),
  });
  allowance.send(body.length);
  const headers = {
    'content-type': 'application/json',
    ...(key !== undefined && {authorization: `Bearer ${key}`}),
  };
  return relay(
    below(url, '/chat/completions'),
    {method: 'POST', headers, body},
    request,
    characters => allowance.receive(characters),
  );
}

/** Adds a message that asks to continue a cut answer, which is then the last message. */
function turnsOf(messages: readonly Message[]): readonly Message[] {
  const last = messages.at(-1);
  if (last?.role !== 'assistant') return messages;
  const {content} = last;
  const written =
    typeof content === 'string'
      ? content
      : (content ?? []).map(part => (part.type === 'text' ? part.text : '')).join('');
  return [...messages, {role: 'user', content: continuationOf(written)}];
}
