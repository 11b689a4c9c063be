import {isObject, textOf, type JsonObject} from '../json.js';
import type {Owners} from '../store/owners.js';
import {readJson} from './body.js';
import {askPath, leadsAway, type PathsUpstream} from './paths.js';
import {Refusal} from './refusal.js';

const limits = {bytes: 4 * 1024 * 1024, depth: 64};

/** Conversations on a page of the list upstream, and pages that are read. */
const pageSize = 100;
const mostPages = 20;

const operation =
  /^(\/api\/agent-factory\/v1\/app\/[\w.-]+)\/(chat\/(?:completion|resume|termination)|conversation(?:\/([\w-]+)(?:\/mark_read)?)?)$/;
const uploadPath = /^\/api\/v1\/sessions\/[\w-]+\/files\/upload$/;
const agentPath = '/api/agent-factory/v3/agent-market/agent/';

interface Asking {
  readonly request: Request;
  readonly upstream: PathsUpstream;
  readonly user: string;
  readonly owners: Owners;
}

/**
 * Asks the Data Agent API on behalf of a user. The platform knows this server as one account, so the server itself keeps
 * whose each conversation is: a user reaches only conversations that this user created here.
 */
export async function askDataAgent(asking: Asking): Promise<Response> {
  const {request, upstream} = asking;
  const {method} = request;
  const url = new URL(request.url);
  const path = url.pathname.slice(upstream.from.length);
  if (path.startsWith(agentPath) && method === 'GET') return askPath(request, upstream);
  if (uploadPath.test(path) && method === 'POST') {
    const [file = '', ...more] = url.searchParams.getAll('path');
    requireOwnFiles(asking, [file, ...more]);
    return askPath(request, upstream);
  }
  const [, base = '', what = '', conversation] = operation.exec(path) ?? [];
  if (what.startsWith('chat/') && method === 'POST') return chat(asking, base, what);
  if (what === 'conversation' && method === 'POST') return (await create(asking)).answer;
  if (what === 'conversation' && method === 'GET') return list(asking, url);
  if (conversation === undefined) throw new Refusal(404, 'Not found');
  requireOwn(asking, conversation);
  if (method !== 'PUT') return askPath(request, upstream);
  const body = await bodyOf(request);
  if ((body['id'] ?? conversation) !== conversation) throw new Refusal(400, 'Another conversation');
  return askPath(withBody(request, body), upstream);
}

/** Sends a message, or joins or stops a run. A message without a conversation gets one that its user owns. */
async function chat(asking: Asking, base: string, what: string): Promise<Response> {
  const {request, upstream} = asking;
  const body = await bodyOf(request);
  if (body['temp_files'] !== undefined || body['temporary_area_id'] !== undefined) {
    throw new Refusal(400, 'Documents of the library cannot be used through this proxy');
  }
  let conversation = textOf(body['conversation_id']);
  if (conversation === '' && what === 'chat/completion') {
    const {agent_id, agent_version, executor_version, query} = body;
    const url = new URL(`${upstream.from}${base}/conversation`, request.url);
    const title = textOf(query).slice(0, 50);
    const fields = {title, agent_id, agent_version, executor_version};
    const created = await create({...asking, request: withBody(request, fields, url)});
    if (created.id === undefined) return created.answer;
    conversation = created.id;
  }
  requireOwn(asking, conversation);
  const files = Array.isArray(body['selected_files']) ? body['selected_files'] : [];
  requireOwnFiles(
    asking,
    files.map(file => (isObject(file) ? textOf(file['file_name']) : '')),
  );
  return askPath(withBody(request, {...body, conversation_id: conversation}), upstream);
}

async function create({request, upstream, user, owners}: Asking): Promise<{
  answer: Response;
  id?: string;
}> {
  const answer = await askPath(request, upstream);
  if (!answer.ok) return {answer};
  const body: unknown = await answer.json();
  const told = isObject(body) ? body : {};
  const id = textOf(told['id']) || textOf(isObject(told['data']) ? told['data']['id'] : undefined);
  if (id === '') throw new Refusal(502, 'The service gave no conversation');
  owners.add(id, user);
  return {id, answer: Response.json(body)};
}

/** A page of the user's own conversations: those of the account are read, and the others left out. */
async function list({request, upstream, user, owners}: Asking, url: URL): Promise<Response> {
  const own: JsonObject[] = [];
  for (let page = 1; page <= mostPages; page++) {
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
  const numberOf = (name: string, otherwise: number): number =>
    Math.max(1, Number(url.searchParams.get(name)) || otherwise);
  const [page, size] = [numberOf('page', 1), numberOf('size', 10)];
  const entries = own.slice((page - 1) * size, page * size);
  return Response.json({entries, total: own.length, total_count: own.length});
}

function requireOwn({owners, user}: Asking, conversation: string): void {
  if (!owners.isOwner(conversation, user)) throw new Refusal(404, 'Conversation not found');
}

/** Files stand in a folder that is named after their conversation. */
function requireOwnFiles(asking: Asking, paths: readonly string[]): void {
  for (const path of paths) {
    const conversation = /^conversation-([\w-]+)\//.exec(path)?.[1] ?? '';
    if (path.split('/').some(leadsAway)) throw new Refusal(404, 'File not found');
    requireOwn(asking, conversation);
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
