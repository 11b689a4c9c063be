import 'ubik-chat';

const chat = document.querySelector('ubik-chat');

// region ask
document.querySelector('button')?.addEventListener('click', () => {
  void chat?.setDraft('Where do I find my invoices?'); // Or `send`, which sends it immediately.
});
// endregion

// region action
chat?.addEventListener('ubik-link-request', event => {
  if (new URL(event.url).hash !== '#book') return;
  event.preventDefault();
  document.querySelector('dialog')?.showModal();
});
// endregion

// region guard
chat?.addEventListener('ubik-send-request', event => {
  if (/\b\d{16}\b/.test(event.text)) event.preventDefault(); // Looks like a card number.
});
chat?.addEventListener('ubik-link-request', event => {
  if (new URL(event.url).origin !== location.origin) event.preventDefault();
});
// endregion
