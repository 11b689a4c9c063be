import {Hono} from 'hono';
import {z} from 'zod';
import {Stopped, type Agent} from '../agent/agent.js';
import {Pacer} from '../agent/pacer.js';
import {splitByCitations} from '../agent/citations.js';
import {textChunks} from '../agent/text-chunks.js';
import type {AgentTool} from '../agent/tool.js';
import {limitBody} from '../body-limit.js';
import type {ServerContext} from '../context.js';
import {validBody} from '../errors.js';
import type {Env} from '../identity.js';
import type {JsonObject} from '../json.js';
import {Feed} from '../runs/feed.js';
import type {TaskAnswer} from '../store/tasks.js';
import {bodyOf} from '../stream/body.js';

const maxBodyBytes = 64 * 1024;

const bodySchema = z.object({text: z.string().min(1)});

/** A minimal protocol: a question in the request, newline-delimited JSON in the response. An example for `createProtocol`. */
export function ndjsonRoutes({runs, settings, statistics}: ServerContext): Hono<Env> {
  const app = new Hono<Env>();
  app.use(limitBody(maxBodyBytes, maxBodyBytes));
  app.post('/ask', async c => {
    const {text} = await validBody(c, bodySchema);
    const stop = new AbortController();
    const feed = new Feed<JsonObject>();
    const send = (line: JsonObject): void => feed.push(line);
    const agent = new LineAgent(send, new Pacer(settings.behaviour, stop.signal));
    runs.planner
      .scriptFor(text)(agent, {text, attachments: []})
      .then(() => send({done: true}))
      .catch((error: unknown) => {
        if (!(error instanceof Stopped)) send({error: errorMessage(error)});
      })
      .finally(() => feed.close());
    const countClosed = statistics.stream();
    const body = bodyOf(
      signal => encodeLines(feed.follow(signal)),
      () => {
        stop.abort();
        countClosed();
      },
    );
    return new Response(body, {headers: {'Content-Type': 'application/x-ndjson'}});
  });
  return app;
}

async function* encodeLines(source: AsyncIterable<JsonObject>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  for await (const line of source) yield encoder.encode(`${JSON.stringify(line)}\n`);
}

/** Writes the output of a script as encodeLines. Questions are answered with an empty text: the protocol has none. */
class LineAgent implements Agent {
  readonly hint = undefined;
  readonly #send: (line: JsonObject) => void;
  readonly #pacer: Pacer;
  #calls = 0;

  constructor(send: (line: JsonObject) => void, pacer: Pacer) {
    this.#send = send;
    this.#pacer = pacer;
  }

  plan(): void {
    // The protocol has no such event.
  }

  step<T>(_title: string, work: () => Promise<T>): Promise<T> {
    return work();
  }

  async say(markdown: string): Promise<void> {
    const passages = splitByCitations(markdown);
    await this.#sendText('say', passages.map(({text}) => text).join(''));
    for (const {source} of passages) {
      if (source) this.#send({source: source.title, url: `/documentation/${source.id}`});
    }
  }

  async think(text: string): Promise<void> {
    await this.#sendText('think', text);
  }

  async call<In, Out>(tool: AgentTool<In, Out>, input: In): Promise<Out> {
    const id = String(++this.#calls);
    this.#send({tool: id, name: tool.name, input});
    await this.#pacer.pause();
    const report = (): Promise<void> => this.#pacer.pause();
    const saveAsset = (): string => '';
    const ask = (): Promise<TaskAnswer> => this.ask();
    try {
      const output = await tool.run(tool.input.parse(input), {
        id,
        phase: report,
        log: report,
        ask,
        saveAsset,
      });
      this.#send({result: id, output});
      return output;
    } catch (error) {
      this.#send({result: id, output: '', error: errorMessage(error)});
      throw error;
    }
  }

  ask(): Promise<TaskAnswer> {
    return Promise.resolve({input: '', type: 'text'});
  }

  async progress(): Promise<void> {
    await this.#pacer.pause();
  }

  async checkpoint(): Promise<void> {
    await this.#pacer.pause();
  }

  async pause(milliseconds: number): Promise<void> {
    await this.#pacer.pause(milliseconds);
  }

  async #sendText(field: 'say' | 'think', text: string): Promise<void> {
    for (const chunk of textChunks(text)) {
      this.#send({[field]: chunk});
      await this.#pacer.afterText();
    }
  }
}

const errorMessage = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);
