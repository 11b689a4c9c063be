// Closes a floating chat when the user clicks outside of it, except on elements of the page that open it.
import 'ubik-chat';

const isExempt = (target: EventTarget): boolean =>
  target instanceof Element && target.matches('ubik-chat, [data-opens-chat]');

document.addEventListener('click', event => {
  const chat = document.querySelector('ubik-chat');
  if (chat?.open && !event.composedPath().some(isExempt)) void chat.hide();
});
