import 'ubik-chat';

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
chat?.addEventListener('ubik-turn-start', () => count('chat_message', {}));
chat?.addEventListener('ubik-turn-end', ({message}) =>
  count('chat_answer', {status: message.status}),
);
chat?.addEventListener('ubik-feedback-request', ({rating}) => count('chat_rating', {rating}));
chat?.addEventListener('ubik-error', ({error}) => count('chat_error', {code: error.code}));
