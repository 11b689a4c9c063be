// Continues the trace that the page has started, and reports ratings with the trace of the answer.

declare const activeSpan: {readonly traceId: string; readonly spanId: string};

const chat = document.querySelector('ubik-chat');
if (chat) chat.tracing = () => `00-${activeSpan.traceId}-${activeSpan.spanId}-01`;

chat?.addEventListener('ubik-feedback-request', ({message, rating, reason, traceId}) => {
  // The reason arrives in a second event: the server keeps one rating for each message, the last one.
  navigator.sendBeacon('/ratings', JSON.stringify({message, rating, reason, traceId}));
});
