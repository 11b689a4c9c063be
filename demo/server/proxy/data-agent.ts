import {isObject, textOf, type JsonObject} from '../json.js';
import type {Owners} from '../store/owners.js';
import {readJson} from './body.js';
import {askPath, isTraversal, type PathsUpstream} from './paths.js';
import {Refusal} from './refusal.js';

const limits = {bytes: 4 * 1024 * 1024, depth: 64};

/** Page size of the upstream list, and the maximum number of pages that are read. */
const pageSize = 100;
const maxPages = 20;

const operation =
  /^(\/api\/agent-factory\/v1\/app\/[\w.-]+)\/(chat\/(?:completion|resume|termination)|conversation(?:\/([\w-]+)(?:\/mark_read)?)?)$/;
const uploadPath = /^\/api\/v1\/sessions\/[\w-]+\/files\/upload$/;
const agentPath = '/api/agent-factory/v3/agent-market/agent/';

interface ProxiedRequest {
  readonly request: Request;
  readonly upstream: PathsUpstream;
  readonly user: string;
  readonly owners: Owners;
}

/**
 * Forwards a request to the Data Agent API on behalf of a user. The platform knows this server as one account, so this
 * server stores the owner of each conversation: users can access only conversations that they created here.
 */
export async function askDataAgent(proxied: ProxiedRequest): Promise<Response> {
  const {request, upstream} = proxied;
  const {method} = request;
  const url = new URL(request.url);
  const path = url.pathname.slice(upstream.from.length);
  if (path.startsWith(agentPath) && method === 'GET') return askPath(request, upstream);
  if (uploadPath.test(path) && method === 'POST') {
    const [file = '', ...more] = url.searchParams.getAll('path');
    requireOwnFiles(proxied, [file, ...more]);
    return askPath(request, upstream);
  }
  const [, base = '', action = '', conversation] = operation.exec(path) ?? [];
  if (action.startsWith('chat/') && method === 'POST') return chat(proxied, base, action);
  if (action === 'conversation' && method === 'POST') return (await create(proxied)).answer;
  if (action === 'conversation' && method === 'GET') return list(proxied, url);
  if (conversation === undefined) throw new Refusal(404, 'Not found');
  requireOwn(proxied, conversation);
  if (method !== 'PUT') return askPath(request, upstream);
  const body = await bodyOf(request);
  if ((body['id'] ?? conversation) !== conversation) throw new Refusal(400, 'Another conversation');
  return askPath(withBody(request, body), upstream);
}

/** Sends a message, or resumes or stops a run. Creates a conversation for a message without one. */
async function chat(proxied: ProxiedRequest, base: string, action: string): Promise<Response> {
  const {request, upstream} = proxied;
  const body = await bodyOf(request);
  if (body['temp_files'] !== undefined || body['temporary_area_id'] !== undefined) {
    throw new Refusal(400, 'Documents of the library cannot be used through this proxy');
  }
  let conversation = textOf(body['conversation_id']);
  if (conversation === '' && action === 'chat/completion') {
    const {agent_id, agent_version, executor_version, query} = body;
    const url = new URL(`${upstream.from}${base}/conversation`, request.url);
    const title = textOf(query).slice(0, 50);
    const fields = {title, agent_id, agent_version, executor_version};
    const created = await create({...proxied, request: withBody(request, fields, url)});
    if (created.id === undefined) return created.answer;
    conversation = created.id;
  }
  requireOwn(proxied, conversation);
  const files = Array.isArray(body['selected_files']) ? body['selected_files'] : [];
  requireOwnFiles(
    proxied,
    files.map(file => (isObject(file) ? textOf(file['file_name']) : '')),
  );
  return askPath(withBody(request, {...body, conversation_id: conversation}), upstream);
}

async function create({request, upstream, user, owners}: ProxiedRequest): Promise<{
  answer: Response;
  id?: string;
}> {
  const answer = await askPath(request, upstream);
  if (!answer.ok) return {answer};
  const body: unknown = await answer.json();
  const fields = isObject(body) ? body : {};
  const id =
    textOf(fields['id']) || textOf(isObject(fields['data']) ? fields['data']['id'] : undefined);
  if (id === '') throw new Refusal(502, 'The service returned no conversation');
  owners.add(id, user);
  return {id, answer: Response.json(body)};
}

/** A page of the conversations of the user, filtered from those of the account. */
async function list(
  {request, upstream, user, owners}: ProxiedRequest,
  url: URL,
): Promise<Response> {
  const own: JsonObject[] = [];
  for (let page = 1; page <= maxPages; page++) {
    const target = new URL(url);
    target.searchParams.set('page', String(page));
    target.searchParams.set('size', String(pageSize));
    const {headers, signal} = request;
    const answer = await askPath(new Request(target, {headers, signal}), upstream);
    if (!answer.ok) return answer;
    const body: unknown = await answer.json();
    const entries = isObject(body) && Array.isArray(body['entries']) ? body['entries'] : [];
    own.push(...entries.filter(isObject).filter(({id}) => owners.isOwner(textOf(id), user)));
    if (entries.length < pageSize) break;
  }
  const numberOf = (name: string, fallback: number): number =>
    Math.max(1, Number(url.searchParams.get(name)) || fallback);
  const [page, size] = [numberOf('page', 1), numberOf('size', 10)];
  const entries = own.slice((page - 1) * size, page * size);
  return Response.json({entries, total: own.length, total_count: own.length});
}

function requireOwn({owners, user}: ProxiedRequest, conversation: string): void {
  if (!owners.isOwner(conversation, user)) throw new Refusal(404, 'Conversation not found');
}

/** The folder of a file is named after its conversation. */
function requireOwnFiles(proxied: ProxiedRequest, paths: readonly string[]): void {
  for (const path of paths) {
    const conversation = /^conversation-([\w-]+)\//.exec(path)?.[1] ?? '';
    if (path.split('/').some(isTraversal)) throw new Refusal(404, 'File not found');
    requireOwn(proxied, conversation);
  }
}

async function bodyOf(request: Request): Promise<JsonObject> {
  const body = await readJson(request, limits);
  if (!isObject(body)) throw new Refusal(400, 'The body is not a JSON object');
  return body;
}

function withBody(
  {method, headers, signal, url}: Request,
  body: object,
  target = new URL(url),
): Request {
  const sent = new Headers(headers);
  sent.set('content-type', 'application/json');
  sent.delete('content-length');
  return new Request(target, {method, headers: sent, body: JSON.stringify(body), signal});
}
