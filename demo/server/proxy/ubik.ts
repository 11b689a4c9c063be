import {z} from 'zod';
import {knownFields, readJson, type BodyLimits} from './body.js';
import {askPath, isTraversal} from './paths.js';
import {Refusal} from './refusal.js';
import type {UbikUpstream} from './upstreams.js';
import type {Allowance} from './user-limits.js';

/** A request that a chat needs. Without `body`, the request has none. */
interface Route {
  readonly method: string;
  readonly path: RegExp;
  /** The known fields of a JSON body; a form with a file, or the answer to a tool. */
  readonly body?: z.ZodType<object> | 'file' | 'answer';
  /** The response is a file, whose characters are not counted. */
  readonly isFile?: true;
}

const from = '/api/v1';
const limits: BodyLimits = {bytes: 4 * 1024 * 1024, depth: 64};

/** A path with these segments; `*` is any one. */
const at = (path: string): RegExp => new RegExp(`^/${path.replaceAll('*', '[^/]+')}$`);

const id = z.string().max(200);
const stream = z.boolean().optional();
const ids = z.array(id).max(100);

/**
 * The fields that a page may set. All others are dropped: the user comes from the token, and model, prompt, tools and
 * servers of tools from the agent.
 */
const routes: readonly Route[] = [
  {method: 'GET', path: /^\/assets\/./, isFile: true},
  {method: 'GET', path: at('agent-sessions')},
  {method: 'GET', path: at('agent-sessions/*/messages')},
  {method: 'GET', path: at('agent-sessions/*/messages/*')},
  {method: 'GET', path: at('agent-sessions/*/stream')},
  {method: 'GET', path: at('agent-sessions/*/checkpoints')},
  {method: 'GET', path: at('agent-sessions/*/documents')},
  {method: 'GET', path: at('documents/*')},
  {method: 'GET', path: at('tool-executions/*')},
  {method: 'GET', path: at('tool-executions/*/stream')},
  {
    method: 'POST',
    path: at('agent-sessions'),
    body: z.object({title: z.string().nullish(), assistant_id: id.nullish()}),
  },
  {method: 'PATCH', path: at('agent-sessions/*'), body: z.object({title: z.string()})},
  {method: 'DELETE', path: at('agent-sessions/*')},
  {
    method: 'POST',
    path: at('agent-sessions/*/messages'),
    body: z.object({content: z.string(), attachment_document_ids: ids.nullish(), stream}),
  },
  {
    method: 'POST',
    path: at('agent-sessions/*/messages/*/edit'),
    body: z.object({content: z.string(), stream}),
  },
  {
    method: 'POST',
    path: at('agent-sessions/*/messages/*/regenerate'),
    body: z.object({stream}),
  },
  {
    method: 'POST',
    path: at('agent-sessions/*/navigate'),
    body: z.object({target_message_id: id}),
  },
  {
    method: 'POST',
    path: at('agent-sessions/*/navigate-to-checkpoint'),
    body: z.object({
      checkpoint_name: z.string(),
      checkpoint_hint: z.string().nullish(),
      stream,
    }),
  },
  {method: 'POST', path: at('agent-sessions/*/stop')},
  {method: 'POST', path: at('agent-sessions/*/upload'), body: 'file'},
  {
    method: 'POST',
    path: at('agent-sessions/*/documents'),
    body: z.object({document_ids: ids}),
  },
  {method: 'DELETE', path: at('agent-sessions/*/documents/*')},
  {method: 'POST', path: at('tool-executions/*/provide-input'), body: 'answer'},
  {
    method: 'POST',
    path: at('tool-executions/*/app-resource'),
    body: z.object({uri: z.string().startsWith('ui://').max(500)}),
  },
  {
    method: 'POST',
    path: at('tool-executions/*/app-call'),
    body: z.object({name: z.string().max(128), arguments: z.record(z.string(), z.unknown())}),
  },
];

/**
 * Forwards a request to the Ubik Agent API on behalf of a user. The key and the user come from this server; only known
 * fields of the body are forwarded. A form with a file is forwarded as it is.
 */
export async function askUbik(
  request: Request,
  {url, key}: UbikUpstream,
  {user, allowance}: {user: string; allowance: Allowance},
): Promise<Response> {
  // A header has no spaces at its ends and no agreed encoding of other characters: it could name another user.
  if (!/^[!-~]+( +[!-~]+)*$/.test(user)) {
    throw new Refusal(400, 'The name of the user may contain printable ASCII characters only');
  }
  const path = new URL(request.url).pathname.slice(from.length);
  const isOther = path.split('/').some(isTraversal);
  const known = isOther ? [] : routes.filter(route => route.path.test(path));
  const route = known.find(({method}) => method === request.method);
  if (known.length === 0) throw new Refusal(404, 'Not found');
  if (!route) {
    const allow = known.map(({method}) => method).join(', ');
    throw new Refusal(405, `Only ${allow}`, {allow});
  }
  const upstream = {
    from,
    url,
    headers: {'x-api-key': key, 'x-end-user-id': user},
    allowed: route.path,
    query: ['page', 'limit', 'task_id', 'include_chunks'],
  };
  const counted = route.isFile ? undefined : allowance;
  return askPath(request, upstream, {
    ...(await bodyOf(request, route, allowance)),
    allowance: counted,
  });
}

async function bodyOf(
  request: Request,
  {body}: Route,
  allowance: Allowance,
): Promise<Pick<Parameters<typeof askPath>[2], 'json' | 'form'>> {
  if (body === undefined) return {};
  if (body === 'file') {
    requireForm(request);
    return {form: request.body};
  }
  if (body === 'answer') return {form: await readAnswer(request, allowance)};
  return {json: knownFields(body, await readJson(request, limits))};
}

/** The answer to a tool, whose text the agent reads. */
async function readAnswer(request: Request, allowance: Allowance): Promise<FormData> {
  requireForm(request);
  const form = await request.formData().catch(() => {
    throw new Refusal(400, 'The body is not a form');
  });
  const answer = new FormData();
  const text = form.get('input_data_json');
  const file = form.get('file');
  if (typeof text === 'string') {
    allowance.send(text.length);
    answer.set('input_data_json', text);
  }
  if (file instanceof File) answer.set('file', file);
  return answer;
}

function requireForm({headers}: Request): void {
  if (!/^multipart\/form-data\b/i.test(headers.get('content-type') ?? ''))
    throw new Refusal(400, 'The body is not a form');
}
