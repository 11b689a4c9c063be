// Registers functions of the page as tools of the agent.

import {askUser, pageTitle, setTheme} from './page-tools.js';

await customElements.whenDefined('ubik-chat');
const chat = document.querySelector('ubik-chat');

chat?.tools.register('ask_user', askUser);
chat?.tools.register('page_title', pageTitle);
chat?.tools.register('set_theme', setTheme);
if (chat) {
  chat.suggestions = [
    'Read the page title and set theme dark',
    'Compare two numbers and search the docs',
    'Cut the answer: what can you do?',
    'Think in secret',
  ];
}
