// Sends one message to the agent over three protocols at once.

import {askUser} from './page-tools.js';

const chats = [...document.querySelectorAll('ubik-chat')];
const form = document.querySelector<HTMLFormElement>('#ask');

await customElements.whenDefined('ubik-chat');
for (const chat of chats) chat.tools.register('ask_user', askUser);

form?.addEventListener('submit', event => {
  event.preventDefault();
  const text = new FormData(form).get('text');
  if (typeof text !== 'string' || text === '') return;
  for (const chat of chats) void chat.send(text);
});
