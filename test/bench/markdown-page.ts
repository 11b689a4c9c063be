import DOMPurify from 'dompurify';
import {marked} from 'marked';
import type {Frame, Protocol} from '../../src/core/index.js';
import {ubik} from '../../src/core/index.js';
import '../../src/elements/ubik-chat/ubik-chat.define.js';
import '../../src/elements/ubik-markdown/ubik-markdown.define.js';
import {ChunkFeed, type Candidate, type Prepare} from './markdown-feed.js';
import {createOracle} from './markdown-oracle.js';

const candidates: Readonly<Record<string, Prepare>> = {
  harness: () => ({show: () => undefined}),
  'ubik-markdown': place => {
    const element = document.createElement('ubik-markdown');
    place.append(element);
    return {
      show(_, pieces, last) {
        element.streaming = !last;
        element.write(pieces.join(''));
      },
    };
  },
  'ubik-markdown, text set': place => {
    const element = document.createElement('ubik-markdown');
    place.append(element);
    return {
      show(text, _, last) {
        element.streaming = !last;
        element.text = text;
      },
    };
  },
  'ubik-chat': place => createChat(place),
  '10 turns': place => createChat(place, 10),
  '1,000 turns': place => createChat(place, 1000),
  'loading 1,000 turns': place => loadChat(place, 1000),
  'oracle in sections': createOracle,
  'naive, once a frame': place => ({
    show(text) {
      place.innerHTML = DOMPurify.sanitize(marked.parse(text, {async: false}));
    },
  }),
};

/** Earlier turns as the API stores them: a short message, and an answer with a step, a tool and some Markdown. */
function stored(number: number): object {
  const id = `m${String(number)}`;
  if (number % 2 === 0) {
    const content = `Question ${String(number)}: what was sold in March?`;
    return {id, role: 'user', content};
  }
  const step = `<<agent_step_start>>Step 1: Look<</agent_step_start>>`;
  const words = `## Answer ${String(number)}\n\n${'Some **words** with `code` in them. '.repeat(8)}\n\n- one\n- two\n\n| a | b |\n| - | - |\n| 1 | 2 |\n`;
  return {id, role: 'assistant', content: step + words};
}

const {send, history} = ubik.operations;
const withHistory: Protocol = {...ubik, operations: {send, ...(history && {history})}};

/** The rendered messages of a chat. */
const renderedIn = (chat: HTMLElement): number =>
  chat.shadowRoot?.querySelector('ubik-transcript')?.shadowRoot?.querySelectorAll('ubik-message')
    .length ?? 0;

/** A chat whose history arrives with the first chunk. */
function loadChat(place: HTMLElement, turns: number): Candidate {
  const chat = document.createElement('ubik-chat');
  const items = Array.from({length: turns}, (_, number) => stored(number));
  const body = JSON.stringify({items});
  let arrive: (body: string) => void = () => undefined;
  const arrival = new Promise<string>(resolve => (arrive = resolve));
  place.style.height = '100vh';
  chat.storage = null;
  chat.protocol = withHistory;
  chat.endpoint = '/api';
  chat.sessionId = 'long';
  chat.fetch = async () => Response.json(JSON.parse(await arrival));
  place.append(chat);
  return {
    show: () => arrive(body),
    async settle() {
      while (renderedIn(chat) < turns) await new Promise(requestAnimationFrame);
    },
  };
}

/** The complete chat, with an agent in the page that sends an event per chunk. */
async function createChat(place: HTMLElement, turns = 0): Promise<Candidate> {
  place.style.height = '100vh';
  const chat = document.createElement('ubik-chat');
  const waiting: Frame[] = [];
  let wake: () => void = () => undefined;
  let over = false;
  let time = Date.UTC(2026, 2, 4);
  const tell = (type: string, fields: object): void => {
    const timestamp = new Date(time++).toISOString();
    waiting.push({data: JSON.stringify({type, timestamp, ...fields})});
  };
  chat.storage = null;
  const items = Array.from({length: turns}, (_, number) => stored(number));
  chat.protocol = turns > 0 ? withHistory : {...ubik, operations: {send}};
  chat.endpoint = '/api';
  chat.sessionId = 'long';
  chat.fetch = () => Promise.resolve(Response.json({items}));
  chat.transport = async function* () {
    for (let read = 0; !over || read < waiting.length;) {
      const frame = waiting[read];
      if (frame) yield frame;
      else await new Promise<void>(resolve => (wake = resolve));
      if (frame) read++;
    }
  };
  place.append(chat);
  await chat.ready;
  while (renderedIn(chat) < turns) await new Promise(requestAnimationFrame);
  void chat.send('Tell me.');
  return {
    show(_, pieces, last) {
      for (const content of pieces) tell('response_chunk', {content});
      if (last) tell('agent_processing_complete', {result: {status: 'completed'}});
      over = last;
      wake();
    },
  };
}

export const feed = new ChunkFeed(candidates);
