import {ChatController} from '../../src/controller/index.js';
import {Registry, type Protocol, type RequestItem} from '../../src/core/index.js';
import type {PageTool, Reply} from '../../src/controller/types.js';
import {bytesOf, chunkOf, writeRecording, type Chunk} from '../../src/core/recording/index.js';
import {isAct, type Exchange, type Play} from './exchanges.js';

/** The server as a function; nothing goes over a network. */
type App = (request: Request) => Response | Promise<Response>;

const origin = 'http://127.0.0.1';

/** How each kind of question is answered while a play is recorded. */
const answers: Readonly<Record<string, unknown>> = {
  confirm: true,
  permission: {allow: 'once'},
  json: {},
  text: 'As a table, please.',
};

/** Functions of the page, as far as an agent can tell. */
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

/** Where an agent speaks a wire. */
interface Wire {
  readonly protocol: Protocol;
  readonly endpoint: string;
  readonly agentId?: string;
}

/** Plays, and the recordings that they name: the texts of files by their names. */
export interface RecordedPlays {
  readonly plays: readonly Play[];
  readonly recordings: ReadonlyMap<string, string>;
}

/**
 * Asks the agent behind an app all these words over one wire, as a chat would, and keeps what crossed the wire. An agent
 * that speaks faster than it should be shown is shown so many times slower.
 */
export async function recordPlays(
  app: App,
  wire: Wire,
  words: readonly string[],
  slowness: number,
): Promise<RecordedPlays> {
  const tape = new Tape(app, wire.protocol);
  const chat: ChatController = new ChatController(undefined, {
    ...wire,
    endpoint: origin + wire.endpoint,
    tokenEndpoint: `${origin}/demo/token`,
    fetch: tape.fetch,
    storage: null,
    tools: toolbox(),
    onEvent: event => {
      if (event.type === 'input-required') void chat.reply(event.item.id, answerTo(event.item));
    },
  });
  await chat.ready;
  const plays: Play[] = [];
  for (const text of words) {
    await chat.send(text).catch(() => undefined); // A run that fails is a play too.
    plays.push({...(await tape.cut(text)), slowness});
  }
  chat.dispose();
  return {plays, recordings: tape.recordings};
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

/** A request, and what comes of it. */
interface Kept {
  readonly request: Request;
  /** On the clock of the process. */
  readonly at: number;
  readonly said: Promise<string>;
  readonly answered: Promise<Answered>;
}

interface Answered {
  readonly response: Response;
  /** The body for who asked. */
  readonly shown: ReadableStream<Uint8Array> | null;
  /** The body as it came. */
  readonly heard: Promise<readonly Chunk[]>;
}

/** Keeps what goes through its `fetch`. */
class Tape {
  readonly recordings = new Map<string, string>();
  readonly #app: App;
  readonly #protocol: Protocol;
  #start = performance.now();
  #startedAt = Date.now();
  #kept: Kept[] = [];

  constructor(app: App, protocol: Protocol) {
    this.#app = app;
    this.#protocol = protocol;
  }

  readonly fetch: typeof fetch = async (input, init) => {
    const request = new Request(input, init);
    const at = performance.now();
    const said = request.clone().text();
    const answered = Promise.resolve(this.#app(request)).then(response => {
      const [shown, heard] = response.body?.tee() ?? [null, null];
      return {response, shown, heard: listen(heard, at)};
    });
    this.#kept.push({request, at, said, answered});
    const {response, shown} = await answered;
    return new Response(shown, {status: response.status, headers: response.headers});
  };

  /** Everything since the last cut. */
  async cut(words: string): Promise<Omit<Play, 'slowness'>> {
    await Promise.all(this.#kept.map(({answered}) => answered.then(({heard}) => heard)));
    const kept = this.#kept.splice(0);
    const exchanges: Exchange[] = [];
    for (const one of kept) exchanges.push(await this.#exchange(one, words));
    const startedAt = this.#startedAt;
    this.#start = performance.now();
    this.#startedAt = Date.now();
    const requests = await Promise.all(kept.map(({said}) => said));
    const said = JSON.stringify(words);
    const stream = exchanges.findIndex(({body}) => typeof body === 'object');
    // The last one: a session that the words begin may have them as its title.
    const opening = exchanges.findLastIndex(
      (exchange, at) =>
        isAct(exchange) && requests[at]?.includes(said) && (stream < 0 || at <= stream),
    );
    return {words, startedAt, opening, exchanges};
  }

  async #exchange({request, at: asked, answered}: Kept, words: string): Promise<Exchange> {
    const {response, heard} = await answered;
    const chunks = await heard;
    const {pathname, search} = new URL(request.url);
    const {status, headers} = response;
    const type = headers.get('content-type') ?? '';
    const at = asked - this.#start;
    const place = {method: request.method, path: pathname + search, at, status, type};
    if (!/event-stream|ndjson/.test(type)) {
      const bytes = Buffer.concat(chunks.map(bytesOf));
      return {...place, body: bytes.toString()};
    }
    const name = `${String(this.recordings.size + 1)}.jsonl`;
    const {name: protocol, framing} = this.#protocol;
    const recordedAt = new Date(this.#startedAt + at).toISOString();
    const head = {protocol, ...(framing && {framing}), question: words, recordedAt};
    const end = {at: chunks.at(-1)?.at ?? 0, end: 'closed'} as const;
    this.recordings.set(name, writeRecording({head, parts: chunks, end}));
    return {...place, body: {recording: name}};
  }
}

/** A body to its end, with times since a start. */
async function listen(
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
