import {z} from 'zod';
import {FrameParser} from 'ubik-chat/core';
import {continuationOf} from './continuation.js';
import {readJson, type BodyLimits} from './body.js';
import {Refusal} from './refusal.js';
import {relay} from './relay.js';
import type {Allowance} from './user-limits.js';

/** The configuration of a service that speaks the Responses format. */
export interface ResponsesUpstream {
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

/** The parts of a message of the user. No file has an address, so no user can make the service fetch one. */
const userPart = z.discriminatedUnion('type', [
  z.object({type: z.literal('input_text'), text: z.string()}),
  z.object({type: z.literal('input_image'), image_url: dataUrl}),
  z.object({
    type: z.literal('input_file'),
    filename: z.string().max(200),
    file_data: dataUrl,
  }),
]);

/** Instructions are the service's: a page sends no message of the role `system` or `developer`. */
const plainMessage = z.strictObject({
  role: z.enum(['user', 'assistant']),
  content: z.union([z.string(), z.array(userPart)]),
});
const answer = z.looseObject({type: z.literal('message'), role: z.literal('assistant')});

/** Output of earlier responses. A reference to an item could name one of another user, so it is refused. */
const outputItem = z.looseObject({
  type: z.enum([
    'reasoning',
    'compaction',
    'function_call',
    'custom_tool_call',
    'web_search_call',
    'file_search_call',
    'code_interpreter_call',
    'image_generation_call',
    'mcp_call',
    'mcp_list_tools',
    'mcp_approval_request',
    'program',
    'program_output',
  ]),
});
const result = z.object({
  type: z.enum(['function_call_output', 'custom_tool_call_output']),
  call_id: z.string(),
  output: z.string(),
});
const approval = z.object({
  type: z.literal('mcp_approval_response'),
  approval_request_id: z.string(),
  approve: z.boolean(),
  reason: z.string().optional(),
});

const responseRequest = z.object({
  input: z.array(z.union([plainMessage, answer, outputItem, result, approval])).min(1),
  tools: z
    .array(
      z.object({
        type: z.literal('function'),
        name: z.string().max(64),
        description: z.string().optional(),
        parameters: z.looseObject({}),
        strict: z.boolean().optional(),
      }),
    )
    .optional(),
});

/**
 * Validates the request of a page and sends it to the service. The key, the model, the instructions and the limits come
 * from this server; only known fields of the body are forwarded. The service stores nothing, so there are no ids of
 * responses or conversations that a user could take from another.
 */
export async function askResponses(
  request: Request,
  {url, key, model, system, maxTokens}: ResponsesUpstream,
  allowance: Allowance,
): Promise<Response> {
  const read = responseRequest.safeParse(await readJson(request, limits));
  if (!read.success) throw new Refusal(400, 'The body is not a request of the Responses format');
  const {input, tools = []} = read.data;
  const body = JSON.stringify({
    model,
    max_output_tokens: maxTokens,
    stream: true,
    store: false,
    include: ['reasoning.encrypted_content'],
    ...(system !== undefined && {instructions: system}),
    input: withContinuation(input),
    ...(tools.length > 0 && {tools}),
  });
  allowance.send(body.length);
  const headers = {
    'content-type': 'application/json',
    ...(key !== undefined && {authorization: `Bearer ${key}`}),
  };
  const relayed = await relay(
    new URL(`${url.replace(/\/+$/, '')}/responses`),
    {method: 'POST', headers, body},
    request.signal,
    characters => allowance.receive(characters),
  );
  if (!relayed.ok || !relayed.body) return relayed;
  const isStream = relayed.headers.get('content-type')?.startsWith('text/event-stream') === true;
  const {status, headers: own} = relayed;
  if (!isStream) return new Response(withoutSecrets(await relayed.text()), {status, headers: own});
  const cleaned = relayed.body
    .pipeThrough(new TextDecoderStream())
    .pipeThrough(cleaner())
    .pipeThrough(new TextEncoderStream());
  return new Response(cleaned, {status, headers: own});
}

type Input = z.infer<typeof responseRequest>['input'];

/** Adds a message that asks to continue a cut answer, which is then the last item. */
function withContinuation(input: Input): Input {
  const last = input.at(-1);
  if (!last || !('role' in last) || last.role !== 'assistant') return input;
  return [...input, {role: 'user', content: continuationOf(textOf(last.content))}];
}

const contentOf = z.union([z.string(), z.array(z.object({text: z.string().catch('')}))]).catch('');

/** The text of a message of the assistant. */
function textOf(content: unknown): string {
  const read = contentOf.parse(content);
  return typeof read === 'string' ? read : read.map(({text}) => text).join('');
}

/** Removes from each event what only this server may know. Comments keep the connection alive meanwhile. */
function cleaner(): TransformStream<string, string> {
  const parser = new FrameParser();
  const write = ({event, data}: {event?: string; data: string}): string => {
    const name = event === undefined ? '' : `event: ${event}\n`;
    return `${name}data: ${data === '[DONE]' ? data : withoutSecrets(data)}\n\n`;
  };
  return new TransformStream({
    transform(chunk, controller) {
      const frames = [...parser.feed(chunk)].map(write).join('');
      controller.enqueue(frames === '' ? ': receiving\n\n' : frames);
    },
    flush(controller) {
      for (const frame of parser.flush()) controller.enqueue(write(frame));
    },
  });
}

/** The fields in which a service repeats the request. Tools contain the addresses and tokens of MCP servers. */
const repeated = ['instructions', 'tools', 'metadata', 'user', 'safety_identifier', 'prompt'];

/** The JSON without what repeats the request. What is no JSON is dropped. */
function withoutSecrets(json: string): string {
  const clean = (value: object): object =>
    Object.fromEntries(Object.entries(value).filter(([name]) => !repeated.includes(name)));
  const isObject = (value: unknown): value is object =>
    typeof value === 'object' && value !== null && !Array.isArray(value);
  try {
    const value: unknown = JSON.parse(json);
    if (!isObject(value)) return '{}';
    if (!('response' in value)) return JSON.stringify('output' in value ? clean(value) : value);
    const {response} = value;
    return JSON.stringify({...value, response: isObject(response) ? clean(response) : null});
  } catch {
    return '{}';
  }
}
