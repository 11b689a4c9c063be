import {ChatController} from '../../src/controller/index.js';
import {Registry, walk, type Protocol, type RequestItem} from '../../src/core/index.js';
import type {PageTool, Reply} from '../../src/controller/types.js';
import {bytesOf, chunkOf, writeRecording, type Chunk} from '../../src/core/recording/index.js';
import {appOf} from '../../src/elements/ubik-app/tool-messages.js';
import {continuesRun, type Exchange, type RecordedTurn} from './exchanges.js';

/** The server as a function, without a network. */
type RequestHandler = (request: Request) => Response | Promise<Response>;

const origin = 'http://127.0.0.1';

/** Answers to questions by type. */
const answers: Readonly<Record<string, unknown>> = {
  confirm: true,
  permission: {allow: 'once'},
  json: {},
  text: 'As a table, please.',
};

/** Substitutes for the functions of a page. */
const pageTools: Readonly<Record<string, PageTool>> = {
  page_title: {permission: 'allow', run: () => 'Ubik Chat'},
  set_theme: {
    schema: {type: 'object', properties: {theme: {type: 'string', enum: ['light', 'dark']}}},
    run: ({theme}) => `The page is ${String(theme)} now.`,
  },
  ask_user: {
    permission: 'allow',
    schema: {type: 'object', properties: {question: {type: 'string'}}, required: ['question']},
    run: async ({question}, {ask}) => (await ask({prompt: String(question)})).input,
  },
};

/** An agent over one protocol. */
interface RecordedAgent {
  readonly protocol: Protocol;
  readonly endpoint: string;
  readonly agentId?: string;
}

export interface RecordedTurns {
  readonly turns: readonly RecordedTurn[];
  /** The texts of recordings by file name. */
  readonly recordings: ReadonlyMap<string, string>;
}

/**
 * Sends these messages to an agent as a chat would, and records all requests and responses. `slowness` is the factor of
 * pauses in a replay.
 */
export async function recordTurns(
  app: RequestHandler,
  agent: RecordedAgent,
  texts: readonly string[],
  slowness: number,
): Promise<RecordedTurns> {
  const recorder = new Recorder(app, agent.protocol);
  const chat: ChatController = new ChatController(undefined, {
    ...agent,
    endpoint: origin + agent.endpoint,
    tokenEndpoint: `${origin}/demo/token`,
    fetch: recorder.fetch,
    storage: null,
    tools: toolbox(),
    onEvent: event => {
      if (event.type === 'input-required') void chat.reply(event.item.id, answerTo(event.item));
    },
  });
  await chat.ready;
  // The list is empty. It is recorded for pages with a list of sessions, which read it before the first message.
  if (chat.operations.sessions) await chat.sessions();
  const turns: RecordedTurn[] = [];
  for (const text of texts) {
    await chat.send(text).catch(() => undefined); // A failed run is recorded, too.
    await readApps(chat);
    turns.push({...(await recorder.takeTurn(text)), slowness});
  }
  chat.dispose();
  return {turns, recordings: recorder.recordings};
}

/** Reads the documents of the apps in the last answer, so that they are recorded. */
async function readApps(chat: ChatController): Promise<void> {
  const answer = chat.conversation.children.at(-1);
  if (!answer || !chat.operations.readResource) return;
  for (const tool of walk(answer)) {
    const app = tool.kind === 'tool' ? appOf(tool, undefined) : undefined;
    if (tool.kind !== 'tool' || !app) continue;
    const {signal} = new AbortController();
    await chat.readResource({tool, uri: app.resourceUri, signal});
  }
}

function toolbox(): Registry<PageTool> {
  const tools = new Registry<PageTool>();
  for (const [name, tool] of Object.entries(pageTools)) tools.register(name, tool);
  return tools;
}

function answerTo({inputTypes}: RequestItem): Reply {
  const type = inputTypes.find(known => known in answers) ?? 'text';
  return {type, input: answers[type]};
}

interface PendingExchange {
  readonly request: Request;
  /** In the time of `performance.now()`. */
  readonly at: number;
  readonly body: Promise<string>;
  readonly response: Promise<RecordedResponse>;
}

interface RecordedResponse {
  readonly response: Response;
  /** The body for the client. */
  readonly stream: ReadableStream<Uint8Array> | null;
  /** The recorded body; resolves at its end. */
  readonly chunks: Promise<readonly Chunk[]>;
}

/** Records all requests and responses of its `fetch`. */
class Recorder {
  readonly recordings = new Map<string, string>();
  readonly #app: RequestHandler;
  readonly #protocol: Protocol;
  #start = performance.now();
  #startedAt = Date.now();
  #pending: PendingExchange[] = [];

  constructor(app: RequestHandler, protocol: Protocol) {
    this.#app = app;
    this.#protocol = protocol;
  }

  readonly fetch: typeof fetch = async (input, init) => {
    const request = new Request(input, init);
    const at = performance.now();
    const body = request.clone().text();
    const recorded = Promise.resolve(this.#app(request)).then(response => {
      const [stream, copy] = response.body?.tee() ?? [null, null];
      return {response, stream, chunks: readChunks(copy, at)};
    });
    this.#pending.push({request, at, body, response: recorded});
    const {response, stream} = await recorded;
    return new Response(stream, {status: response.status, headers: response.headers});
  };

  /** Returns all exchanges since the last call, when their responses have ended. */
  async takeTurn(text: string): Promise<Omit<RecordedTurn, 'slowness'>> {
    await Promise.all(this.#pending.map(({response}) => response.then(({chunks}) => chunks)));
    const pending = this.#pending.splice(0);
    const exchanges: Exchange[] = [];
    for (const one of pending) exchanges.push(await this.#exchange(one, text));
    const startedAt = this.#startedAt;
    this.#start = performance.now();
    this.#startedAt = Date.now();
    const bodies = await Promise.all(pending.map(({body}) => body));
    const json = JSON.stringify(text);
    const stream = exchanges.findIndex(({body}) => typeof body === 'object');
    // The last one: an earlier request may create a session with the text as its title.
    const opening = exchanges.findLastIndex(
      (exchange, at) =>
        continuesRun(exchange) && bodies[at]?.includes(json) && (stream < 0 || at <= stream),
    );
    return {text, startedAt, opening, exchanges};
  }

  async #exchange(pending: PendingExchange, question: string): Promise<Exchange> {
    const {request} = pending;
    const {response, chunks: reading} = await pending.response;
    const chunks = await reading;
    const {pathname, search} = new URL(request.url);
    const {status, headers} = response;
    const type = headers.get('content-type') ?? '';
    const at = pending.at - this.#start;
    const head = {method: request.method, path: pathname + search, at, status, type};
    if (!/event-stream|ndjson/.test(type)) {
      const bytes = Buffer.concat(chunks.map(bytesOf));
      return {...head, body: bytes.toString()};
    }
    const name = `${String(this.recordings.size + 1)}.jsonl`;
    const {name: protocol, framing} = this.#protocol;
    const recordedAt = new Date(this.#startedAt + at).toISOString();
    const recordingHead = {protocol, ...(framing && {framing}), question, recordedAt};
    const end = {at: chunks.at(-1)?.at ?? 0, end: 'closed'} as const;
    this.recordings.set(name, writeRecording({head: recordingHead, parts: chunks, end}));
    return {...head, body: {recording: name}};
  }
}

/** Reads a body to its end; times are relative to `start`. */
async function readChunks(
  body: ReadableStream<Uint8Array> | null,
  start: number,
): Promise<readonly Chunk[]> {
  const chunks: Chunk[] = [];
  for (const reader = body?.getReader(); reader;) {
    const {done, value} = await reader.read();
    if (done) break;
    chunks.push(chunkOf(Math.round((performance.now() - start) * 1000) / 1000, value));
  }
  return chunks;
}
