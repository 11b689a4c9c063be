import {ChatController} from '../../src/controller/index.js';
import {Registry, type Protocol, type RequestItem} from '../../src/core/index.js';
import type {PageTool, Reply} from '../../src/controller/types.js';
import type {Exchange, Piece, Play} from './exchanges.js';
import {isAct} from './exchanges.js';

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

/** Asks the agent behind an app all these words over one wire, as a chat would, and keeps what crossed the wire. */
export async function recordPlays(
  app: App,
  wire: {readonly protocol: Protocol; readonly endpoint: string; readonly agentId?: string},
  words: readonly string[],
  slowness: number,
): Promise<readonly Play[]> {
  const tape = new Tape(app, slowness);
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
    plays.push(await tape.cut(text));
  }
  chat.dispose();
  return plays;
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

/** Keeps what goes through its `fetch`. */
class Tape {
  readonly #app: App;
  readonly #slowness: number;
  #startedAt = Date.now();
  #kept: {exchange: Exchange; body: string}[] = [];
  #reading: Promise<void>[] = [];

  /** @param slowness What times are multiplied by, for an agent that speaks faster than it should be shown. */
  constructor(app: App, slowness: number) {
    this.#app = app;
    this.#slowness = slowness;
  }

  readonly fetch: typeof fetch = async (input, init) => {
    const request = new Request(input, init);
    const {pathname, search} = new URL(request.url);
    const body = await request.clone().text();
    const pieces: Piece[] = [];
    const place = {method: request.method, path: pathname + search};
    const exchange = {...place, status: 200, type: '', pieces};
    this.#kept.push({exchange, body});
    const response = await this.#app(request);
    exchange.status = response.status;
    exchange.type = response.headers.get('content-type') ?? '';
    const [shown, kept] = response.body?.tee() ?? [null, null];
    if (kept) this.#reading.push(this.#read(kept, pieces));
    return new Response(shown, {status: response.status, headers: response.headers});
  };

  /** Everything since the last cut. */
  async cut(words: string): Promise<Play> {
    await Promise.all(this.#reading);
    const kept = this.#kept;
    this.#kept = [];
    this.#reading = [];
    const startedAt = this.#startedAt;
    this.#startedAt = Date.now();
    const said = JSON.stringify(words);
    // The last one: a session that the words begin may have them as its title.
    const opening = kept.findLastIndex(
      ({exchange, body}, at) => isAct(exchange) && body.includes(said) && at <= firstStream(kept),
    );
    const exchanges = kept.map(({exchange}) => exchange);
    return {words, startedAt, slowness: this.#slowness, opening, exchanges};
  }

  async #read(body: ReadableStream<Uint8Array>, pieces: Piece[]): Promise<void> {
    const decoder = new TextDecoder();
    const reader = body.getReader();
    for (;;) {
      const {done, value} = await reader.read();
      const text = decoder.decode(value, {stream: !done});
      const at = (Date.now() - this.#startedAt) * this.#slowness;
      const after = this.#kept.filter(({exchange}) => isAct(exchange)).length;
      if (text) pieces.push([at, after, text]);
      if (done) return;
    }
  }
}

function firstStream(kept: readonly {readonly exchange: Exchange}[]): number {
  const at = kept.findIndex(({exchange}) => /event-stream|ndjson/.test(exchange.type));
  return at < 0 ? kept.length : at;
}
