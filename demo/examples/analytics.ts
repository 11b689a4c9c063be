import 'ubik-chat';
import {walk} from 'ubik-chat/core';

declare global {
  interface Window {
    /** The queue of Google Tag Manager; replace it with the function of your analytics. */
    dataLayer?: object[];
  }
}

/** Reports facts only: what the user writes stays in the chat. */
function count(event: string, facts: object): void {
  (window.dataLayer ??= []).push({event, ...facts});
}

const chat = document.querySelector('ubik-chat');
chat?.addEventListener('ubik-open-change', ({open}) => count('chat_open', {open}));
// Add this one after a listener of the page that cancels messages.
chat?.addEventListener('ubik-send-request', ({defaultPrevented}) => {
  if (!defaultPrevented) count('chat_message', {});
});
chat?.addEventListener('ubik-turn-end', ({message}) => {
  // An answer that waits for the user or a page tool goes on with another turn.
  const isPaused = [...walk(message)].some(({status}) => status === 'waiting');
  if (!isPaused) count('chat_answer', {status: message.status});
});
chat?.addEventListener('ubik-feedback-request', ({rating, reason}) => {
  // The reason of a rating arrives in a second event.
  if (reason === undefined) count('chat_rating', {rating});
});
chat?.addEventListener('ubik-error', ({error}) => count('chat_error', {code: error.code}));
