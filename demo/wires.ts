// Asks the agent the same over three wires at once.

import {askUser} from './page-tools.js';

const chats = [...document.querySelectorAll('ubik-chat')];
const form = document.querySelector<HTMLFormElement>('#ask');

await customElements.whenDefined('ubik-chat');
for (const chat of chats) chat.tools.register('ask_user', askUser);

form?.addEventListener('submit', event => {
  event.preventDefault();
  const words = new FormData(form).get('words');
  if (typeof words !== 'string' || words === '') return;
  for (const chat of chats) void chat.send(words);
});
