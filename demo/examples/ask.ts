import 'ubik-chat';

const chat = document.querySelector('ubik-chat');

// region ask
document.querySelector('button')?.addEventListener('click', () => {
  void chat?.setDraft('Where do I find my invoices?'); // or `send`, which does not wait for the user
});
// endregion

// region guard
chat?.addEventListener('ubik-send-request', event => {
  if (/\b\d{16}\b/.test(event.text)) event.preventDefault(); // No card numbers, please.
});
chat?.addEventListener('ubik-link-request', event => {
  if (new URL(event.url).origin !== location.origin) event.preventDefault();
});
// endregion
