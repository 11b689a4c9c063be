// What every page of the site does: search, copying of samples, and, where there is one, a chat.

import {addCopyButtons} from './samples.js';
import './search.js';

addCopyButtons(document);

const playground = document.querySelector<HTMLElement>('.playground');
if (playground) (await import('./playground.js')).openPlayground(playground);

const chat = document.querySelector('ubik-chat');
if (chat) {
  chat.suggestions = [
    'Compare two numbers and search the docs',
    'Ask me something',
    'Show markdown',
    'Fail on purpose',
  ];
  await import('ubik-chat');
}
