// What every page of the site does: search, copying of samples, and, where there is one, a chat.

import {addCopyButtons} from './samples.js';
import './search.js';

addCopyButtons(document);

const chat = document.querySelector('ubik-chat');
if (chat) {
  chat.suggestions = [
    'Compare two numbers and search the docs',
    'Ask me something',
    'Write a long answer',
    'Fail on purpose',
  ];
  await import('ubik-chat');
}
