// The script of every page: search, copy buttons, and the chat or the playground of pages that have one.

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
