import {z} from 'zod';
import {knownFields, matching, readJson, type BodyLimits} from './body.js';
import {Refusal} from './refusal.js';
import {below, relay} from './relay.js';
import type {Allowance} from './user-limits.js';

/** The configuration of a service that speaks the UI message stream of the AI SDK. */
export interface UiMessagesUpstream {
  /** The address of its chat route. */
  readonly url: string;
  /** The token that identifies this server; never sent to a page. */
  readonly token: string | undefined;
  /** The model, if the service lets its client choose one; a page cannot change it. */
  readonly model: string | undefined;
}

/** Each request contains the complete conversation. */
const limits: BodyLimits = {bytes: 4 * 1024 * 1024, depth: 64};

const id = z.string().max(200);

/** The parts of a message. No file has an address, so no user can make the service fetch one. */
const partType =
  /^(?:text|reasoning|step-start|source-url|source-document|custom|steering-message|dynamic-tool|(?:tool|data)-.{1,200})$/;
const part = z.union([
  z.looseObject({type: z.string().regex(partType)}),
  z.looseObject({type: z.enum(['file', 'reasoning-file']), url: z.string().startsWith('data:')}),
]);

/** Instructions are the service's: a page sends no message of the role `system`. */
const common = {id, metadata: z.unknown().optional()};
const message = z.discriminatedUnion('role', [
  z.object({...common, role: z.literal('user'), parts: z.array(part)}),
  z.object({...common, role: z.literal('assistant'), parts: matching(part)}),
]);

const chatRequest = z
  .object({
    id,
    // Services refuse a message without parts.
    messages: z
      .array(message)
      .transform(all => all.filter(({parts}) => parts.length > 0))
      .optional(),
    message: message.optional(),
    trigger: z.enum(['submit-message', 'regenerate-message']),
    messageId: id.optional(),
    /** The last answer with its calls settled, beside `message`. */
    settled: message.optional(),
    /** The user's answer to a suspended call. The service names its run to this user alone. */
    runId: id.optional(),
    toolCallId: id.optional(),
    resumeData: z.unknown().optional(),
    tools: z
      .record(
        z.string().max(128),
        z.object({description: z.string().optional(), parameters: z.looseObject({})}),
      )
      .optional(),
  })
  .refine(({messages, message: last}) => (messages ?? last) !== undefined);

/** The answer to stop. */
const stopRequest = z.object({messageId: id.optional()});

/** The requests of apps of tools below the endpoint. The service finds the server by the call. */
const appRequests = new Map<string, z.ZodType<{readonly id: string}>>([
  ['/apps/resource', z.object({id, toolCallId: id, uri: z.string().startsWith('ui://').max(500)})],
  [
    '/apps/call',
    z.object({
      id,
      toolCallId: id,
      name: z.string().max(128),
      arguments: z.record(z.string(), z.unknown()),
    }),
  ],
]);

/** The requests for a session below the endpoint. */
const sessionPath = /^\/([^/]+)(\/stream|\/stop)?$/;

/**
 * Validates the request of a page and sends it to the service. The token and the model come from this server; only known
 * fields of the body are forwarded. The service knows all users as one client, so the id of a session is replaced by one
 * that depends on the user: no user reaches a session of another.
 */
export async function askUiMessages(
  request: Request,
  {url, token, model}: UiMessagesUpstream,
  {path, user, allowance}: {path: string; user: string; allowance: Allowance},
): Promise<Response> {
  const headers = {
    'content-type': 'application/json',
    ...(token !== undefined && {authorization: `Bearer ${token}`}),
  };
  const send = (address: URL, init: RequestInit): Promise<Response> =>
    relay(address, {...init, headers}, request, characters => allowance.receive(characters));
  if (path === '') {
    if (request.method !== 'POST') throw new Refusal(405, 'Only POST', {allow: 'POST'});
    const read = knownFields(chatRequest, await readJson(request, limits));
    const own = {id: await sessionOf(user, read.id), ...(model !== undefined && {model})};
    const body = JSON.stringify({...read, ...own});
    allowance.send(body.length);
    return send(new URL(url), {method: 'POST', body});
  }
  if (path.startsWith('/apps/')) {
    if (request.method !== 'POST') throw new Refusal(405, 'Only POST', {allow: 'POST'});
    const schema = appRequests.get(path);
    if (!schema) throw new Refusal(400, 'There is no such request of an app');
    const read = knownFields(schema, await readJson(request, limits));
    const body = JSON.stringify({...read, id: await sessionOf(user, read.id)});
    allowance.send(body.length);
    return send(below(url, path), {method: 'POST', body});
  }
  const [, session, action = ''] = sessionPath.exec(path) ?? [];
  const method = action === '/stop' ? 'POST' : 'GET';
  if (session === undefined) throw new Refusal(404, 'Not found');
  if (request.method !== method) throw new Refusal(405, `Only ${method}`, {allow: method});
  const address = below(url, `/${await sessionOf(user, decode(session))}${action}`);
  if (method === 'GET') {
    allowance.send(0);
    return send(address, {method});
  }
  const read = knownFields(stopRequest, await readJson(request, limits));
  return send(address, {method, body: JSON.stringify(read)});
}

/** The id of a user's session at the service. */
export async function sessionOf(user: string, session: string): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify([user, session]));
  const digest = await crypto.subtle.digest('SHA-256', bytes);
  return Array.from(new Uint8Array(digest), byte => byte.toString(16).padStart(2, '0')).join('');
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    throw new Refusal(400, 'The address is not valid');
  }
}
