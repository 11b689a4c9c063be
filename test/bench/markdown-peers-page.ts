import './node_modules/deep-chat/dist/deepChat.bundle.js';
import {createElement} from 'react';
import {createRoot} from 'react-dom/client';
import {Streamdown} from 'streamdown';
import {default_renderer, parser, parser_end, parser_write} from 'streaming-markdown';
import {markdownToHtml, renderStreamingHTML} from 'streaming-markdown-html';
import {ChunkFeed, type Candidate, type Prepare} from './markdown-feed.js';

const candidates: Readonly<Record<string, Prepare>> = {
  'streaming-markdown, once a frame': place => {
    const state = parser(default_renderer(place));
    return {
      show(_, pieces, last) {
        parser_write(state, pieces.join(''));
        if (last) parser_end(state);
      },
    };
  },
  'streaming-markdown-html, once a frame': place => {
    const {readable, writable} = markdownToHtml();
    const writer = writable.getWriter();
    const rendered = readable.pipeTo(renderStreamingHTML(place));
    return {
      show(_, pieces, last) {
        void writer.write(pieces.join(''));
        if (last) void writer.close();
      },
      settle: () => rendered,
    };
  },
  Streamdown: place => {
    const root = createRoot(place);
    return {
      show: (text, _, last) =>
        root.render(createElement(Streamdown, {isAnimating: !last, children: text})),
    };
  },
  'deep-chat, in parts': createDeepChat,
};

/** The used part of its interface. */
interface Signals {
  onOpen(): void;
  onResponse(response: {text: string}): Promise<void>;
  onClose(): void;
}

interface Asker {
  submitUserMessage(message: {text: string}): void;
}

/** The mode in which it renders only new text. */
async function createDeepChat(place: HTMLElement): Promise<Candidate> {
  const signals = await new Promise<Signals>(resolve => {
    const chat = Object.assign(document.createElement('deep-chat' as string), {
      connect: {
        stream: {partialRender: true},
        handler: (_: unknown, opened: Signals) => resolve(opened),
      },
      onComponentRender: (asker: Asker) => asker.submitUserMessage({text: 'Tell me.'}),
    });
    place.append(chat);
  });
  signals.onOpen();
  return {
    show(_, pieces, last) {
      void signals.onResponse({text: pieces.join('')});
      if (last) signals.onClose();
    },
  };
}

export const feed = new ChunkFeed(candidates);
