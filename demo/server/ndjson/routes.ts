import {Hono} from 'hono';
import {z} from 'zod';
import {Stopped, type Agent} from '../agent/agent.js';
import {Breath} from '../agent/breath.js';
import {passagesIn} from '../agent/quotes.js';
import {pieces} from '../agent/pieces.js';
import type {Tool} from '../agent/tool.js';
import {limited} from '../body-limit.js';
import type {ServerContext} from '../context.js';
import {validBody} from '../errors.js';
import type {Env} from '../identity.js';
import type {JsonObject} from '../json.js';
import {Feed} from '../runs/feed.js';
import type {Answer} from '../store/tasks.js';
import {bodyOf} from '../stream/body.js';

/** Bytes of a question. */
const bodyLimit = 64 * 1024;

const asking = z.object({text: z.string().min(1)});

/** The smallest wire: a question up, newline-delimited JSON down. It is there to show how a wire is added. */
export function ndjsonRoutes({runs, settings, statistics}: ServerContext): Hono<Env> {
  const app = new Hono<Env>();
  app.use(limited(bodyLimit, bodyLimit));
  app.post('/ask', async c => {
    const {text} = await validBody(c, asking);
    const gone = new AbortController();
    const feed = new Feed<JsonObject>();
    const tell = (line: JsonObject): void => feed.push(line);
    const agent = new LineAgent(tell, new Breath(settings.behaviour, gone.signal));
    runs.planner
      .scriptFor(text)(agent, {text, attachments: []})
      .then(() => tell({done: true}))
      .catch((error: unknown) => {
        if (!(error instanceof Stopped)) tell({error: wordsOf(error)});
      })
      .finally(() => feed.close());
    const closed = statistics.stream();
    const body = bodyOf(
      signal => lines(feed.follow(signal)),
      () => {
        gone.abort();
        closed();
      },
    );
    return new Response(body, {headers: {'Content-Type': 'application/x-ndjson'}});
  });
  return app;
}

async function* lines(source: AsyncIterable<JsonObject>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  for await (const line of source) yield encoder.encode(`${JSON.stringify(line)}\n`);
}

/** Tells what a script does in lines. Nobody can be asked anything. */
class LineAgent implements Agent {
  readonly hint = undefined;
  readonly #tell: (line: JsonObject) => void;
  readonly #breath: Breath;
  #calls = 0;

  constructor(tell: (line: JsonObject) => void, breath: Breath) {
    this.#tell = tell;
    this.#breath = breath;
  }

  plan(): void {
    // No word for it.
  }

  step<T>(_title: string, work: () => Promise<T>): Promise<T> {
    return work();
  }

  async say(markdown: string): Promise<void> {
    const passages = passagesIn(markdown);
    await this.#grow('say', passages.map(({text}) => text).join(''));
    for (const {quoted} of passages) {
      if (quoted) this.#tell({source: quoted.title, url: `/documentation/${quoted.id}`});
    }
  }

  async think(text: string): Promise<void> {
    await this.#grow('think', text);
  }

  async call<In, Out>(tool: Tool<In, Out>, input: In): Promise<Out> {
    const id = String(++this.#calls);
    this.#tell({tool: id, name: tool.name, input});
    await this.#breath.pause();
    const rest = (): Promise<void> => this.#breath.pause();
    const keep = (): string => '';
    const ask = (): Promise<Answer> => this.ask();
    try {
      const output = await tool.run(tool.input.parse(input), {
        id,
        phase: rest,
        log: rest,
        ask,
        keep,
      });
      this.#tell({result: id, output});
      return output;
    } catch (error) {
      this.#tell({result: id, output: '', error: wordsOf(error)});
      throw error;
    }
  }

  ask(): Promise<Answer> {
    return Promise.resolve({input: '', type: 'text'});
  }

  async progress(): Promise<void> {
    await this.#breath.pause();
  }

  async checkpoint(): Promise<void> {
    await this.#breath.pause();
  }

  async pause(milliseconds: number): Promise<void> {
    await this.#breath.pause(milliseconds);
  }

  async #grow(word: 'say' | 'think', text: string): Promise<void> {
    for (const piece of pieces(text)) {
      this.#tell({[word]: piece});
      await this.#breath.text();
    }
  }
}

const wordsOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);
