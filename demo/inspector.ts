import '../src/modules/inspector.js';

// A button for each of these recordings, of all three protocols.
const recordings = {
  'A web search': 'ubik/b-multi-step-web-search',
  'Questions of tools': 'ubik/e-questions',
  'A calculation, by Anthropic Messages': 'anthropic/calculation-and-search',
  'A calculation, by AISHU': 'aishu/calculation-and-search',
};

const inspector = document.querySelector('ubik-inspector');
const chat = document.querySelector('ubik-chat');
if (chat) chat.suggestions = ['Compare two numbers and search the docs', 'Ask me something'];

for (const [title, path] of Object.entries(recordings)) {
  const button = document.createElement('button');
  button.textContent = title;
  button.addEventListener('click', () => {
    void fetch(`recordings/${path}.jsonl`)
      .then(response => response.blob())
      .then(file => inspector?.load(file))
      .catch(reportError);
  });
  document.querySelector('#recordings')?.append(' ', button);
}
