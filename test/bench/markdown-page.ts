import DOMPurify from 'dompurify';
import {marked} from 'marked';
import type {Frame, MessageItem} from '../../src/core/index.js';
import {ubik} from '../../src/core/index.js';
import '../../src/elements/ubik-chat.define.js';
import '../../src/elements/ubik-markdown.define.js';
import {Feed, type Candidate, type Prepare} from './markdown-feed.js';
import {createOracle} from './markdown-oracle.js';

const candidates: Readonly<Record<string, Prepare>> = {
  harness: () => ({show: text => void text.charCodeAt(text.length - 1)}),
  'ubik-markdown': place => {
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
  'oracle in sections': createOracle,
  'naive, once a frame': place => ({
    show(text) {
      place.innerHTML = DOMPurify.sanitize(marked.parse(text, {async: false}));
    },
  }),
};

/** What was said before: a short question, and an answer with a step, a tool and some Markdown. */
function turn(number: number): MessageItem {
  const id = `m${String(number)}`;
  const base = {id, messageId: id, kind: 'message', status: 'done'} as const;
  const question = `Question ${String(number)}: what was sold in March?`;
  if (number % 2 === 0) {
    return {
      ...base,
      role: 'user',
      children: [{id: `${id}/t`, kind: 'text', status: 'done', children: [], text: question}],
    };
  }
  const step = `<<agent_step_start>>Step 1: Look<</agent_step_start>>`;
  const words = `## Answer ${String(number)}\n\n${'Some **words** with `code` in them. '.repeat(8)}\n\n- one\n- two\n\n| a | b |\n| - | - |\n| 1 | 2 |\n`;
  return {...base, role: 'assistant', children: ubik.parse(step + words)};
}

/** The whole chat, and an agent in the page that sends it an event for each piece. */
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
  const messages = Array.from({length: turns}, (_, number) => turn(number));
  chat.protocol = {
    ...ubik,
    operations: {
      send: ubik.operations.send,
      ...(turns > 0 && {
        history: {request: () => ({method: 'GET', path: ''}), read: () => ({messages})},
      }),
    },
  };
  chat.endpoint = '/api';
  chat.sessionId = 'long';
  chat.fetch = () => Promise.resolve(Response.json({}));
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

export const feed = new Feed(candidates);
