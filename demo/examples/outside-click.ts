// Closes a floating chat when the user clicks outside of it.
import 'ubik-chat';

const chat = document.querySelector('ubik-chat');

document.addEventListener('pointerdown', event => {
  if (chat && !event.composedPath().includes(chat)) void chat.hide();
});
