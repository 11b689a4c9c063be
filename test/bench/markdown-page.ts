import DOMPurify from 'dompurify';
import {marked} from 'marked';
import type {Frame} from '../../src/core/index.js';
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
  'ubik-chat': createChat,
  'oracle in sections': createOracle,
  'naive, once a frame': place => ({
    show(text) {
      place.innerHTML = DOMPurify.sanitize(marked.parse(text, {async: false}));
    },
  }),
};

/** The whole chat, and an agent in the page that sends it an event for each piece. */
async function createChat(place: HTMLElement): Promise<Candidate> {
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
  chat.protocol = {...ubik, operations: {send: ubik.operations.send}};
  chat.transport = async function* () {
    for (let read = 0; !over || read < waiting.length;) {
      const frame = waiting[read];
      if (frame) yield frame;
      else await new Promise<void>(resolve => (wake = resolve));
      if (frame) read++;
    }
  };
  place.append(chat);
  await chat.updateComplete;
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
