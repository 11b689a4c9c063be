import type {ServerResponse} from 'node:http';
import {json, serve, stream, type Asked, type WebServer} from '../controller/support/web-server.js';
import {
  eventsOf,
  response,
  type EventData,
  type OutputData,
  type ResponseData,
} from '../core/protocol/openai/stream.js';

/** The body of a request for a response. */
export interface ResponseRequest {
  readonly input: readonly OutputData[];
  readonly previous_response_id?: string;
  readonly conversation?: string;
  readonly background?: boolean;
  readonly [field: string]: unknown;
}

interface OpenaiServerOptions {
  /** The output of the next response. */
  readonly model: (asked: ResponseRequest, turn: number) => readonly OutputData[];
  /** Milliseconds between events. */
  readonly delayMs?: number;
  /** Whether streams can be read again. */
  readonly streamsAgain?: boolean;
}

export interface OpenaiServer extends WebServer {
  /** The bodies of all requests for a response. */
  readonly turns: readonly ResponseRequest[];
  /** Closes the connections of all streams; responses in the background go on. */
  readonly cut: () => void;
}

/** A response that is being created, and the connections that read it. */
class LiveResponse {
  readonly data: ResponseData;
  /** How often the response itself was requested. */
  polls = 0;
  /** Resolves when the response is complete. */
  over: Promise<void> = Promise.resolve();
  readonly #events: readonly EventData[];
  readonly #readers = new Set<ServerResponse>();
  #sent = 0;
  #isCancelled = false;

  constructor(data: ResponseData) {
    this.data = data;
    this.#events = eventsOf(data);
  }

  get status(): string {
    if (this.#isCancelled) return 'cancelled';
    return this.#sent < this.#events.length ? 'in_progress' : this.data.status;
  }

  async create(delayMs: number): Promise<void> {
    for (const event of this.#events) {
      if (delayMs > 0) await new Promise(resolve => setTimeout(resolve, delayMs));
      if (this.#isCancelled) break;
      this.#sent += 1;
      for (const reader of this.#readers) write(reader, event);
    }
    for (const reader of this.#readers) reader.end();
  }

  read(to: ServerResponse, after = -1): void {
    for (const event of this.#events.slice(after + 1, this.#sent)) write(to, event);
    if (this.status === 'in_progress') this.#readers.add(to);
    else to.end();
  }

  cancel(): void {
    this.#isCancelled = true;
  }

  cut(): void {
    for (const reader of this.#readers) reader.destroy();
    this.#readers.clear();
  }
}

const write = (to: ServerResponse, event: EventData): unknown =>
  to.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);

/** A server of the Responses format as OpenAI documents it: background mode, chains of responses and conversations. */
export async function serveOpenai(options: OpenaiServerOptions): Promise<OpenaiServer> {
  const turns: ResponseRequest[] = [];
  const live = new Map<string, LiveResponse>();
  const conversations = new Map<string, OutputData[]>();

  const create = async (asked: ResponseRequest, to: ServerResponse): Promise<void> => {
    const turn = turns.push(asked);
    const known = asked.previous_response_id;
    if (known !== undefined && !live.has(known)) {
      const error = {message: `No response ${known}.`, code: 'previous_response_not_found'};
      json(to, {error: {...error, type: 'invalid_request_error', param: null}}, 400);
      return;
    }
    const output = options.model(asked, turn - 1);
    const data = response(output, {id: `resp_${turn}`, background: asked.background === true});
    const made = new LiveResponse(data);
    live.set(data.id, made);
    stream(to);
    made.read(to);
    made.over = made.create(options.delayMs ?? 0);
    await made.over;
    const items = conversations.get(asked.conversation ?? '');
    items?.push(...asked.input.map(withId), ...output.map(withId));
  };
  const withId = (item: OutputData, index: number): OutputData => ({
    id: `item_${turns.length}_${index}`,
    ...item,
    // A message of a request has no type.
    ...('role' in item && {type: 'message'}),
  });

  const answer = async (asked: Asked, to: ServerResponse): Promise<void> => {
    const url = new URL(asked.path, 'http://localhost');
    const [, , kind, id = '', action] = url.pathname.split('/');
    if (kind === 'conversations' && asked.method === 'POST') {
      conversations.set(`conv_${conversations.size + 1}`, []);
      json(to, {id: `conv_${conversations.size}`});
    } else if (kind === 'conversations') {
      json(to, {data: (conversations.get(id) ?? []).toReversed(), has_more: false});
    } else if (asked.method === 'POST' && id === '') {
      await create(JSON.parse(asked.body) as ResponseRequest, to);
    } else {
      const known = live.get(id);
      if (!known) json(to, {error: {message: 'Not found', code: null}}, 404);
      else if (action === 'cancel') {
        known.cancel();
        json(to, {...known.data, status: 'cancelled'});
      } else if (url.searchParams.get('stream') !== 'true') {
        // Only the first request is answered before the response is complete.
        if (known.polls++ > 0) await known.over;
        const isOver = known.status !== 'in_progress';
        json(to, {...known.data, status: known.status, ...(!isOver && {output: []})});
      } else if (options.streamsAgain === false) {
        json(to, {error: {message: 'This response can no longer be streamed.'}}, 400);
      } else {
        stream(to);
        known.read(to, Number(url.searchParams.get('starting_after') ?? -1));
      }
    }
  };
  const server = await serve(answer);
  return Object.assign(server, {
    turns,
    cut: () => {
      for (const response of live.values()) response.cut();
    },
  });
}
