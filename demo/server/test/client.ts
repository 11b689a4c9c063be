import assert from 'node:assert/strict';
import {createParser} from 'eventsource-parser';
import type {AgentServer} from '../../../test/support/agent-server.js';

/** An event of a stream, or any other JSON object that the server sent. */
export type Json = Record<string, unknown>;

/** The API key of servers with credentials of services (`UBIK_DEMO_API_KEY`). */
export const serverKey = 'k'.repeat(32);

interface ClientRequest {
  readonly method?: string;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
  readonly signal?: AbortSignal;
}

/** A client of the agent server, with the plain means of HTTP. */
export class Client {
  readonly #server: AgentServer;
  token: string | undefined;

  constructor(server: AgentServer, token?: string) {
    this.#server = server;
    this.token = token;
  }

  /** A client with a token of the site's own back end. */
  static async of(server: AgentServer, user = 'ada'): Promise<Client> {
    const client = new Client(server);
    const {access_token} = await client.ok('/demo/token', {body: {user}});
    client.token = String(access_token);
    return client;
  }

  /** A client with a token that the back end of a site requests with its API key. */
  static async withKey(server: AgentServer, user = 'ada'): Promise<Client> {
    const {access_token} = await new Client(server).ok('/auth/token', {
      headers: {'x-api-key': serverKey},
      body: {external_user_id: user},
    });
    return new Client(server, String(access_token));
  }

  /** A request to a path below the API, or to any path that begins with `/demo` or with an asset's address. */
  async call(
    path: string,
    {method, body, headers = {}, signal}: ClientRequest = {},
  ): Promise<Response> {
    const form = body instanceof FormData;
    const base = /^\/(demo|api)\//.test(path) ? this.#server.origin : this.#server.url;
    return fetch(base + path, {
      method: method ?? (body === undefined ? 'GET' : 'POST'),
      ...(body === undefined ? {} : {body: form ? body : JSON.stringify(body)}),
      headers: {
        ...(this.token === undefined ? {} : {Authorization: `Bearer ${this.token}`}),
        ...(body === undefined || form ? {} : {'Content-Type': 'application/json'}),
        ...headers,
      },
      ...(signal ? {signal} : {}),
    });
  }

  /** The JSON object of an answer that must be a success. */
  async ok(path: string, call?: ClientRequest): Promise<Json> {
    const response = await this.call(path, call);
    assert.ok(response.ok, `${path}: ${response.status}`);
    return (await response.json()) as Json;
  }

  /** The status of an answer, and its JSON. */
  async status(path: string, call?: ClientRequest): Promise<[number, Json]> {
    const response = await this.call(path, call);
    const text = await response.text();
    return [response.status, text === '' ? {} : (JSON.parse(text) as Json)];
  }

  async session(body: Json = {}): Promise<string> {
    return String((await this.ok('/agent-sessions', {body}))['id']);
  }

  /** Sends a message. Returns the events of the whole answer. */
  async send(
    session: string,
    content: string,
    call: Pick<ClientRequest, 'headers'> = {},
  ): Promise<Json[]> {
    const path = `/agent-sessions/${session}/messages`;
    return eventsOf(await this.call(path, {body: {content}, ...call}));
  }

  /** Sends a message. Returns the response when it starts. */
  open(session: string, content: string, signal?: AbortSignal): Promise<Response> {
    const path = `/agent-sessions/${session}/messages`;
    return this.call(path, {body: {content}, ...(signal ? {signal} : {})});
  }

  attach(session: string, query = ''): Promise<Response> {
    return this.call(`/agent-sessions/${session}/stream${query}`);
  }

  async history(session: string): Promise<Json[]> {
    return (await this.ok(`/agent-sessions/${session}/messages`))['items'] as Json[];
  }

  async fault(...faults: Json[]): Promise<void> {
    await this.ok('/demo/faults', {body: faults});
  }
}

/** Yields events as they arrive. An event without `type` in its JSON gets the frame's name. */
export async function* events(response: Response): AsyncGenerator<Json> {
  assert.equal(response.status, 200);
  assert.match(response.headers.get('content-type') ?? '', /^text\/event-stream/);
  const ready: Json[] = [];
  const parser = createParser({
    onEvent: ({event, data}) => {
      ready.push({...(event === undefined ? {} : {type: event}), ...(JSON.parse(data) as Json)});
    },
  });
  const text = response.body?.pipeThrough(new TextDecoderStream());
  for await (const chunk of text ?? []) {
    parser.feed(chunk);
    yield* ready.splice(0);
  }
}

export async function eventsOf(response: Response): Promise<Json[]> {
  const all: Json[] = [];
  for await (const event of events(response)) all.push(event);
  return all;
}

/** The events up to the first one of a type; then the client leaves. */
export async function eventsUntil(response: Response, type: string): Promise<Json[]> {
  const all: Json[] = [];
  for await (const event of events(response)) {
    all.push(event);
    if (event['type'] === type) return all;
  }
  throw new Error(`The stream ended before ${type}.`);
}

export function ofType(all: readonly Json[], type: string): Json[] {
  return all.filter(event => event['type'] === type);
}

/** The text of all chunks. */
export function textOf(all: readonly Json[]): string {
  return ofType(all, 'response_chunk')
    .map(event => String(event['content']))
    .join('');
}

/** The content of the message in the terminal event. */
export function finalContent(all: readonly Json[]): string {
  const last = all.at(-1);
  assert.equal(last?.['type'], 'agent_processing_complete');
  return String(last['content']);
}
