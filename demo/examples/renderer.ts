import {renderers} from 'ubik-chat';

// Draws the calls of the tool `calculator`: what was asked, and what came out.
renderers.register('tool:calculator', item => {
  if (item.kind !== 'tool') return undefined;
  const line = document.createElement('p');
  line.className = 'result';
  line.textContent = item.status === 'done' ? `= ${item.output}` : `${item.input} …`;
  return line;
});

const chat = document.querySelector('ubik-chat');
if (chat) chat.suggestions = ['What is 2 * (3 + 4)?'];
