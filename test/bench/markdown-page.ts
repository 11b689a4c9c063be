import DOMPurify from 'dompurify';
import {marked} from 'marked';
import '../../src/elements/ubik-chat/ubik-chat.define.js';
import '../../src/elements/ubik-markdown/ubik-markdown.define.js';
import {markdown} from '../../src/elements/base/markdown-service.js';
import {markedEngine} from '../../src/modules/marked/index.js';
import {createChat, createStreamedChat, loadChat} from './chat-candidates.js';
import {createChats, createLog, createTools} from './live-candidates.js';
import {ChunkFeed, type Prepare} from './markdown-feed.js';
import {createOracle} from './markdown-oracle.js';

markdown.addEngine(markedEngine(marked));

/** The element with an engine, which gets the chunks. */
const withEngine =
  (engine: string): Prepare =>
  place => {
    const element = document.createElement('ubik-markdown');
    element.markdownEngine = engine;
    place.append(element);
    return {
      show(_, pieces, last) {
        element.streaming = !last;
        element.write(pieces.join(''));
      },
    };
  };

const candidates: Readonly<Record<string, Prepare>> = {
  harness: () => ({show: () => undefined}),
  'ubik-markdown': withEngine('built-in'),
  'ubik-markdown, engine marked': withEngine('marked'),
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
  'ubik-chat, each event by itself': createStreamedChat,
  '10 turns': place => createChat(place, 10),
  '1,000 turns': place => createChat(place, 1000),
  'loading 1,000 turns': place => loadChat(place, 1000),
  '100,000 lines of a live log': createLog,
  '200 tools in a run': createTools,
  '10 chats on a page': createChats,
  'oracle in sections': createOracle,
  'naive, once a frame': place => ({
    show(text) {
      place.innerHTML = DOMPurify.sanitize(marked.parse(text, {async: false}));
    },
  }),
};

export const feed = new ChunkFeed(candidates);
