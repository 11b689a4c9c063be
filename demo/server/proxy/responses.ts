import {z} from 'zod';
import {FrameParser} from 'ubik-chat/core';
import {continuationOf} from './continuation.js';
import {knownFields, readJson, type BodyLimits} from './body.js';
import {below, relay} from './relay.js';
import {responseInput, type AnswerContent, type ResponseInput} from './response-input.js';
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

const responseRequest = z.object({
  input: responseInput,
  tools: z
    .array(
      z.object({
        type: z.literal('function'),
        name: z.string().max(128),
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
  const {input, tools = []} = knownFields(responseRequest, await readJson(request, limits));
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
    below(url, '/responses'),
    {method: 'POST', headers, body},
    request,
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

/** Adds a message that asks to continue a cut answer, which is then the last item. */
function withContinuation(input: ResponseInput): ResponseInput {
  const last = input.at(-1);
  if (!last || !('role' in last) || last.role !== 'assistant') return input;
  return [...input, {role: 'user', content: continuationOf(textOf(last.content))}];
}

/** The text of a message of the assistant. */
const textOf = (content: AnswerContent): string =>
  typeof content === 'string'
    ? content
    : content.map(part => (part.type === 'output_text' ? part.text : '')).join('');

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
