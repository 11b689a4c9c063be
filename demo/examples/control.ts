// Buttons of the page that control the chat.
import {ChatError} from 'ubik-chat';

const chat = document.querySelector('ubik-chat');

/** What cannot begin is rejected, such as `send` while an answer is in progress or before the user has agreed. */
async function run(action: () => unknown): Promise<void> {
  try {
    await action();
  } catch (error) {
    const isAborted = error instanceof DOMException && error.name === 'AbortError'; // Another session was opened.
    if (error instanceof ChatError) console.warn('Not possible now:', error.info.code);
    else if (!isAborted) throw error;
  }
}

function onClick(id: string, action: () => unknown): void {
  document.getElementById(id)?.addEventListener('click', () => void run(action));
}

onClick('ask', () => chat?.send('Where is my order?'));
onClick('draft', () => chat?.setDraft('My question about order 4711: '));
onClick('stop', () => chat?.stop());
onClick('open', () => chat?.toggle());
onClick('restart', () => chat?.newSession());

chat?.addEventListener('ubik-session-change', () => {
  console.log('The conversation is', chat.session?.id);
});
