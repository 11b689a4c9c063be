import type {z} from 'zod';
import {isObject, textOf, type JsonObject} from '../json.js';
import type {Owners} from '../store/owners.js';
import {knownFields, readJson} from './body.js';
import {questionIds, storedIds, watchIds} from './conversation-ids.js';
import {completionBody, creationBody, readBody, renameBody, runBody} from './data-agent-bodies.js';
import {askPath, isTraversal, type PathsUpstream} from './paths.js';
import {Refusal} from './refusal.js';
import type {Allowance} from './user-limits.js';

const limits = {bytes: 4 * 1024 * 1024, depth: 64};

/** Page size of the upstream list, and the maximum number of pages that are read: a list lacks older conversations. */
const pageSize = 100;
const maxPages = 20;

const operation =
  /^(\/api\/agent-factory\/v1\/app\/[\w.-]+)\/(chat\/(?:completion|resume|termination)|conversation(?:\/([\w-]+)(\/mark_read)?)?)$/;
const uploadPath = /^\/api\/v1\/sessions\/[\w-]+\/files\/upload$/;
const agentPath = '/api/agent-factory/v3/agent-market/agent/';

interface ProxiedRequest {
  readonly request: Request;
  readonly upstream: PathsUpstream;
  readonly user: string;
  readonly owners: Owners;
  readonly allowance: Allowance;
}

/**
 * Forwards a request to the Data Agent API on behalf of a user. The platform knows this server as one account, so this
 * server stores the owner of each conversation, and the conversation of each run and message: users can access only
 * conversations that they created here. Only known fields of a body are forwarded; a file is forwarded as it is.
 */
export async function askDataAgent(proxied: ProxiedRequest): Promise<Response> {
  const {request, upstream, allowance} = proxied;
  const {method} = request;
  const url = new URL(request.url);
  const path = url.pathname.slice(upstream.from.length);
  if (path.startsWith(agentPath) && method === 'GET')
    return askPath(request, upstream, {allowance});
  if (uploadPath.test(path) && method === 'POST') {
    const [file = '', ...more] = url.searchParams.getAll('path');
    requireOwnFiles(proxied, [file, ...more]);
    return askPath(request, upstream, {form: request.body});
  }
  const [, base = '', action = '', conversation, markRead] = operation.exec(path) ?? [];
  if (action === 'chat/completion' && method === 'POST') return complete(proxied, base);
  // Stopping a run costs nothing, so it is possible with no characters left.
  if (action === 'chat/termination' && method === 'POST') return joinOrStop(proxied, undefined);
  if (action === 'chat/resume' && method === 'POST') return joinOrStop(proxied, allowance);
  if (action === 'conversation' && method === 'POST') {
    const fields = knownFields(creationBody, await bodyOf(request));
    return (await create(proxied, fields)).answer;
  }
  if (action === 'conversation' && method === 'GET') return list(proxied, url);
  if (conversation === undefined) throw new Refusal(404, 'Not found');
  requireOwn(proxied, conversation);
  if (method === 'PUT') {
    const json = markRead
      ? knownFields(readBody, await bodyOf(request))
      : await renaming(request, conversation);
    return askPath(request, upstream, {json, allowance});
  }
  if (markRead) throw new Refusal(405, 'Only PUT', {allow: 'PUT'});
  if (method === 'GET') return read(proxied, conversation);
  if (method === 'DELETE') return askPath(request, upstream, {});
  throw new Refusal(405, 'Only GET, PUT, DELETE', {allow: 'GET, PUT, DELETE'});
}

/** Sends a message or an answer. Creates a conversation for a message without one. */
async function complete(proxied: ProxiedRequest, base: string): Promise<Response> {
  const {request, upstream, allowance} = proxied;
  const {conversation_id: given = '', ...fields} = knownFields(
    completionBody,
    await bodyOf(request),
  );
  let conversation = given;
  if (conversation === '') {
    const {agent_id, agent_version, executor_version, query = ''} = fields;
    const {headers, signal} = request;
    const url = new URL(`${upstream.from}${base}/conversation`, request.url);
    const created = await create(
      {...proxied, request: new Request(url, {method: 'POST', headers, signal})},
      {title: query.slice(0, 50), agent_id, agent_version, executor_version},
    );
    if (created.id === undefined) return created.answer;
    conversation = created.id;
  }
  requireOwn(proxied, conversation);
  requireIds(proxied, conversation, [
    fields.agent_run_id,
    fields.interrupted_assistant_message_id,
    fields.regenerate_assistant_message_id,
    fields.regenerate_user_message_id,
    ...questionIds(fields.resume_interrupt_info?.resume_handle),
    ...questionIds(fields.tool),
  ]);
  const paths = (fields.selected_files ?? []).map(file => file.file_name);
  requireOwnFiles(proxied, paths, conversation);
  const json = {...fields, conversation_id: conversation};
  return watched(proxied, conversation, await askPath(request, upstream, {json, allowance}));
}

/** Joins a run that is still producing, or stops it. */
async function joinOrStop(
  proxied: ProxiedRequest,
  allowance: Allowance | undefined,
): Promise<Response> {
  const {request, upstream} = proxied;
  const json = knownFields(runBody, await bodyOf(request));
  const {conversation_id: conversation = '', agent_run_id: run} = json;
  requireOwn(proxied, conversation);
  requireIds(proxied, conversation, [run, json.interrupted_assistant_message_id]);
  return watched(proxied, conversation, await askPath(request, upstream, {json, allowance}));
}

/** Stores the ids of runs and messages in a response. */
async function watched(
  {owners}: ProxiedRequest,
  conversation: string,
  answer: Response,
): Promise<Response> {
  if (!answer.ok) return answer;
  return watchIds(answer, ids => {
    for (const id of ids) owners.addId(id, conversation);
  });
}

/** Reads a conversation, and stores the ids of its runs and messages. */
async function read(
  {request, upstream, owners, allowance}: ProxiedRequest,
  conversation: string,
): Promise<Response> {
  const answer = await askPath(request, upstream, {allowance});
  if (!answer.ok) return answer;
  const body = await jsonOf(answer);
  for (const id of storedIds(body)) owners.addId(id, conversation);
  return Response.json(body, {headers: answer.headers});
}

async function create(
  {request, upstream, user, owners, allowance}: ProxiedRequest,
  json: z.output<typeof creationBody>,
): Promise<{
  answer: Response;
  id?: string;
}> {
  const answer = await askPath(request, upstream, {json, allowance});
  if (!answer.ok) return {answer};
  const body = await jsonOf(answer);
  const fields = isObject(body) ? body : {};
  const id =
    textOf(fields['id']) || textOf(isObject(fields['data']) ? fields['data']['id'] : undefined);
  if (id === '') throw new Refusal(502, 'The service returned no conversation');
  owners.add(id, user);
  return {id, answer: Response.json(body)};
}

/** The JSON of a response. A gateway may send a page of its own, and the connection may break. */
async function jsonOf(answer: Response): Promise<unknown> {
  try {
    const body: unknown = await answer.json();
    return body;
  } catch {
    throw new Refusal(502, 'The service returned no JSON');
  }
}

/** The fields of a request that renames a conversation. */
async function renaming(request: Request, conversation: string): Promise<object> {
  const fields = knownFields(renameBody, await bodyOf(request));
  if ((fields.id ?? conversation) !== conversation) throw new Refusal(400, 'Another conversation');
  return fields;
}

/** A page of the conversations of the user, filtered from those of the account. */
async function list(
  {request, upstream, user, owners, allowance}: ProxiedRequest,
  url: URL,
): Promise<Response> {
  allowance.send(0);
  const own: JsonObject[] = [];
  for (let page = 1; page <= maxPages; page++) {
    const target = new URL(url);
    target.searchParams.set('page', String(page));
    target.searchParams.set('size', String(pageSize));
    const {headers, signal} = request;
    const answer = await askPath(new Request(target, {headers, signal}), upstream, {});
    if (!answer.ok) return answer;
    const body = await jsonOf(answer);
    const entries = isObject(body) && Array.isArray(body['entries']) ? body['entries'] : [];
    own.push(...entries.filter(isObject).filter(({id}) => owners.isOwner(textOf(id), user)));
    if (entries.length < pageSize) break;
    if (page === maxPages)
      console.warn(
        `A list was searched among ${maxPages * pageSize} conversations of the account.`,
      );
  }
  const numberOf = (name: string, fallback: number): number =>
    Math.max(1, Number(url.searchParams.get(name)) || fallback);
  const [page, size] = [numberOf('page', 1), numberOf('size', 10)];
  const entries = own.slice((page - 1) * size, page * size);
  const text = JSON.stringify({entries, total: own.length, total_count: own.length});
  allowance.receive(text.length);
  return new Response(text, {headers: {'content-type': 'application/json'}});
}

function requireIds(
  {owners}: ProxiedRequest,
  conversation: string,
  ids: readonly (string | undefined)[],
): void {
  for (const id of ids) {
    if (id !== undefined && !owners.hasId(id, conversation))
      throw new Refusal(404, 'The conversation has no such run, message or question');
  }
}

function requireOwn({owners, user}: ProxiedRequest, conversation: string): void {
  if (!owners.isOwner(conversation, user)) throw new Refusal(404, 'Conversation not found');
}

/** The folder of a file is named after its conversation. */
function requireOwnFiles(
  proxied: ProxiedRequest,
  paths: readonly string[],
  expected?: string,
): void {
  for (const path of paths) {
    const conversation = /^conversation-([\w-]+)\//.exec(path)?.[1] ?? '';
    if (path.split('/').some(isTraversal)) throw new Refusal(404, 'File not found');
    requireOwn(proxied, conversation);
    if (expected !== undefined && conversation !== expected)
      throw new Refusal(404, 'The file belongs to another conversation');
  }
}

/** The body of a request. It cannot refer to documents of the platform's library, which belong to the account. */
async function bodyOf(request: Request): Promise<JsonObject> {
  const body = await readJson(request, limits);
  if (!isObject(body)) throw new Refusal(400, 'The body is not a JSON object');
  if (['temp_files', 'temporary_area_id', 'temparea_id'].some(name => body[name] !== undefined))
    throw new Refusal(400, 'Documents of the library cannot be used through this proxy');
  return body;
}
