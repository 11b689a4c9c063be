import '../src/index.js';
import '../src/modules/inspector.js';

// A button for each of these recordings, of three protocols, and one for the chat.
const recordings = {
  'A web search': 'ubik/b-multi-step-web-search',
  'Questions of tools': 'ubik/e-questions',
  'A calculation, by Anthropic Messages': 'anthropic/calculation-and-search',
  'A calculation, by AISHU': 'aishu/calculation-and-search',
};

const inspector = document.querySelector('ubik-inspector');
const chat = document.querySelector('ubik-chat');
if (chat) chat.suggestions = ['Compare two numbers and search the docs', 'Ask me something'];

/** Displays either the chat beside the inspector, or the inspector alone with a recording. */
function showChat(isShown: boolean): void {
  if (chat) chat.hidden = !isShown;
}

function addButton(title: string, onClick: () => void): void {
  const button = document.createElement('button');
  button.textContent = title;
  button.addEventListener('click', onClick);
  document.querySelector('#recordings')?.append(' ', button);
}

addButton('The agent of this page', () => showChat(true));
for (const [title, path] of Object.entries(recordings)) {
  addButton(title, () => {
    void fetch(`recordings/${path}.jsonl`)
      .then(response => response.blob())
      .then(file => inspector?.load(file))
      .catch(reportError);
  });
}
inspector?.addEventListener('ubik-recording-open', () => showChat(false));
