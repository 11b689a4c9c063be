import {z} from 'zod';
import {filterEvents} from './agent-events.js';
import {knownFields, matching, readJson, type BodyLimits} from './body.js';
import {relay} from './relay.js';
import {sessionOf} from './ui-messages.js';
import type {Allowance} from './user-limits.js';

/** The configuration of an agent that speaks AG-UI. */
export interface AgentUpstream {
  /** The address of the agent. */
  readonly url: string;
  /** The token that identifies this server; never sent to a page. */
  readonly token: string | undefined;
  /** `forwardedProps` for the framework behind the agent, such as the model; a page cannot change them. */
  readonly props: Readonly<Record<string, unknown>>;
}

/** Each request contains the complete conversation. */
const limits: BodyLimits = {bytes: 4 * 1024 * 1024, depth: 64};

const id = z.string().max(200);
const metadata = z.looseObject({}).optional();

const text = z.object({type: z.literal('text'), text: z.string()});
/** The parts of a message. No file has an address, so no user can make the service fetch one. */
const part = z.discriminatedUnion('type', [
  text,
  z.object({
    type: z.enum(['image', 'audio', 'video', 'document']),
    source: z.object({type: z.literal('data'), value: z.string(), mimeType: z.string()}),
    metadata,
  }),
]);
/** The text of an answer, which the protocol allows no list for, though some agents write one. */
const answerText = z.union([
  z.string(),
  matching(text).transform(parts => parts.map(({text: value}) => value).join('')),
]);
const common = {
  id,
  name: z.string().optional(),
  metadata,
  encryptedValue: z.string().optional(),
  subagentRunId: id.optional(),
};
const call = z.looseObject({
  id,
  type: z.literal('function'),
  function: z.object({name: z.string().max(128), arguments: z.string()}),
});

/** Instructions are the service's: a page sends no message of the role `system` or `developer`. */
const message = z.discriminatedUnion('role', [
  z.object({...common, role: z.literal('user'), content: z.union([z.string(), z.array(part)])}),
  z.object({
    ...common,
    role: z.literal('assistant'),
    content: answerText.optional(),
    toolCalls: z.array(call).optional(),
  }),
  z.object({
    ...common,
    role: z.literal('tool'),
    toolCallId: id,
    content: z.union([z.string(), matching(part)]),
    error: z.string().optional(),
  }),
  z.object({...common, role: z.literal('reasoning'), content: z.string().optional()}),
]);

const server = {serverHash: z.string().max(200), serverId: z.string().max(200).optional()};

/** A request of an app. Other methods and addresses reach the agent from nowhere. */
const appRequest = z.discriminatedUnion('method', [
  z.object({
    ...server,
    method: z.literal('resources/read'),
    params: z.object({uri: z.string().startsWith('ui://').max(500)}),
  }),
  z.object({
    ...server,
    method: z.literal('tools/call'),
    params: z.object({
      name: z.string().max(128),
      arguments: z.record(z.string(), z.unknown()),
    }),
  }),
]);

const runInput = z.object({
  threadId: id.min(1),
  runId: id.min(1),
  protocolVersion: z.string().max(20).optional(),
  parentRunId: id.optional(),
  state: z.unknown(),
  messages: z.array(message),
  tools: z.array(
    z.object({
      name: z.string().max(128),
      description: z.string(),
      parameters: z.looseObject({}).optional(),
    }),
  ),
  context: z.array(z.object({description: z.string(), value: z.string()})),
  forwardedProps: z.object({
    command: z.object({resume: z.unknown()}).optional(),
    __proxiedMCPRequest: appRequest.optional(),
  }),
  resume: z
    .array(
      z.object({
        interruptId: id,
        status: z.enum(['resolved', 'cancelled']),
        payload: z.unknown().optional(),
        metadata: z
          .object({reason: z.string(), agno: z.object({error: z.string()})})
          .partial()
          .optional(),
      }),
    )
    .optional(),
});

/**
 * Validates the request of a page and sends it to the agent. The token and the properties come from this server; only
 * known fields of the body are forwarded. The agent knows all users as one client, so the id of a thread is replaced by
 * one that depends on the user: no user reaches a thread of another.
 */
export async function askAgent(
  request: Request,
  {url, token, props}: AgentUpstream,
  {user, allowance}: {user: string; allowance: Allowance},
): Promise<Response> {
  const {threadId, forwardedProps, ...input} = knownFields(
    runInput,
    await readJson(request, limits),
  );
  const body = JSON.stringify({
    ...input,
    threadId: await sessionOf(user, threadId),
    forwardedProps: {...forwardedProps, ...props},
  });
  allowance.send(body.length);
  const headers = {
    'content-type': 'application/json',
    accept: 'text/event-stream',
    ...(token !== undefined && {authorization: `Bearer ${token}`}),
  };
  const answer = await relay(new URL(url), {method: 'POST', headers, body}, request, characters =>
    allowance.receive(characters),
  );
  return answer.ok ? filterEvents(answer, threadId) : answer;
}
