import {ubik, type Frame, type Protocol} from '../../src/core/index.js';
import type {UbikChat} from '../../src/elements/ubik-chat/ubik-chat.js';
import type {Candidate} from './markdown-feed.js';
import {piecesOf} from './markdown-text.js';

const {send, history} = ubik.operations;
const withHistory: Protocol = {...ubik, operations: {send, history}};

/** Creates events of the Ubik protocol, one millisecond apart. */
class EventClock {
  #time = Date.UTC(2026, 2, 4);

  event(type: string, fields: object): string {
    const timestamp = new Date(this.#time++).toISOString();
    return JSON.stringify({type, timestamp, ...fields});
  }
}

/** An agent in the page that sends events to a chat. */
export class PageAgent {
  readonly #clock = new EventClock();
  readonly #waiting: Frame[] = [];
  #wake: () => void = () => undefined;
  #over = false;

  tell(type: string, fields: object = {}): void {
    this.#waiting.push({data: this.#clock.event(type, fields)});
  }

  /** Lets the chat read the events up to here. */
  flush(): void {
    this.#wake();
  }

  /** Ends the run. */
  end(): void {
    this.tell('agent_processing_complete', {result: {status: 'completed'}});
    this.#over = true;
    this.#wake();
  }

  readonly transport = async function* (this: PageAgent): AsyncGenerator<Frame> {
    for (let read = 0; !this.#over || read < this.#waiting.length;) {
      const frame = this.#waiting[read];
      if (frame) {
        yield frame;
        read++;
      } else await new Promise<void>(resolve => (this.#wake = resolve));
    }
  }.bind(this);
}

/** Earlier turns as the API stores them: a short message, and an answer in Markdown. */
function stored(number: number): object {
  const id = `m${String(number)}`;
  if (number % 2 === 0) {
    const content = `Question ${String(number)}: what was sold in March?`;
    return {id, role: 'user', content};
  }
  const content = `## Answer ${String(number)}\n\n${'Some **words** with `code` in them. '.repeat(8)}\n\n- one\n- two\n\n| a | b |\n| - | - |\n| 1 | 2 |\n`;
  return {id, role: 'assistant', content};
}

const storedTurns = (turns: number): readonly object[] =>
  Array.from({length: turns}, (_, number) => stored(number));

/** The rendered messages of a chat. */
const renderedIn = (chat: HTMLElement): number =>
  chat.shadowRoot?.querySelector('ubik-transcript')?.shadowRoot?.querySelectorAll('ubik-message')
    .length ?? 0;

const nextFrame = (): Promise<number> => new Promise(requestAnimationFrame);

function newChat(place: HTMLElement, protocol: Protocol): UbikChat {
  const chat = document.createElement('ubik-chat');
  place.style.height = '100vh';
  chat.storage = null;
  chat.protocol = protocol;
  chat.endpoint = '/api';
  return chat;
}

/** A chat whose history arrives with the first chunk. */
export function loadChat(place: HTMLElement, turns: number): Candidate {
  const chat = newChat(place, withHistory);
  const body = JSON.stringify({items: storedTurns(turns)});
  let arrive: (body: string) => void = () => undefined;
  const arrival = new Promise<string>(resolve => (arrive = resolve));
  chat.sessionId = 'long';
  chat.fetch = async () => Response.json(JSON.parse(await arrival));
  place.append(chat);
  return {
    show: () => arrive(body),
    async settle() {
      while (renderedIn(chat) < turns) await nextFrame();
    },
  };
}

/** Opens a chat with an agent in the page, which has been asked. */
export async function openChat(place: HTMLElement, turns = 0): Promise<PageAgent> {
  const agent = new PageAgent();
  const chat = newChat(place, turns > 0 ? withHistory : {...ubik, operations: {send}});
  const items = storedTurns(turns);
  chat.sessionId = 'long';
  chat.fetch = () => Promise.resolve(Response.json({items}));
  chat.transport = agent.transport;
  place.append(chat);
  await chat.ready;
  while (renderedIn(chat) < turns) await nextFrame();
  void chat.send('Tell me.');
  return agent;
}

/** The complete chat, which reads an event per chunk. */
export async function createChat(place: HTMLElement, turns = 0): Promise<Candidate> {
  const agent = await openChat(place, turns);
  return {
    show(_, pieces, last) {
      for (const content of pieces) agent.tell('response_chunk', {content});
      if (last) agent.end();
      else agent.flush();
    },
  };
}

/** The complete chat, which reads a stream of bytes in which each event arrives by itself. */
export async function createStreamedChat(place: HTMLElement, text: string): Promise<Candidate> {
  const chat = newChat(place, {...ubik, operations: {send}});
  const clock = new EventClock();
  const encoder = new TextEncoder();
  const encoded = (type: string, fields: object): Uint8Array =>
    encoder.encode(`data: ${clock.event(type, fields)}\n\n`);
  // Prepared, because the server's work is not the chat's.
  const events = Array.from(piecesOf(text), content => encoded('response_chunk', {content}));
  const end = encoded('agent_processing_complete', {result: {status: 'completed'}});
  let stream: ReadableStreamDefaultController<Uint8Array> | undefined;
  const body = new ReadableStream<Uint8Array>({start: controller => void (stream = controller)});
  const headers = {'content-type': 'text/event-stream'};
  chat.fetch = () => Promise.resolve(new Response(body, {headers}));
  place.append(chat);
  await chat.ready;
  void chat.send('Tell me.');
  let read = 0;
  return {
    show(_, pieces, last) {
      for (const event of events.slice(read, (read += pieces.length))) stream?.enqueue(event);
      if (!last) return;
      stream?.enqueue(end);
      stream?.close();
    },
  };
}
