// Buttons of the page that control the chat.
import 'ubik-chat';

const chat = document.querySelector('ubik-chat');

function onClick(id: string, action: () => unknown): void {
  document.getElementById(id)?.addEventListener('click', () => void action());
}

onClick('ask', () => chat?.send('Where is my order?'));
onClick('draft', () => chat?.setDraft('My question about order 4711: '));
onClick('stop', () => chat?.stop());
onClick('open', () => chat?.toggle());
onClick('restart', () => chat?.newSession());

chat?.addEventListener('ubik-session-change', () => {
  console.log('The conversation is', chat.session?.id);
});
