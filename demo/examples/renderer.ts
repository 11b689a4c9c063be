import {renderers, toolInput, toolOutput} from 'ubik-chat';

// Renders each call of the tool `calculator`, also while its input streams in: incomplete JSON is read as far as possible.
renderers.register('tool:calculator', item => {
  const input = toolInput(item) as {expression?: string} | undefined;
  const output = toolOutput(item) as {result?: number} | undefined;
  const line = document.createElement('p');
  line.className = 'result';
  line.textContent = `${input?.expression ?? ''} = ${output?.result ?? '…'}`;
  return line;
});

const chat = document.querySelector('ubik-chat');
if (chat) chat.suggestions = ['What is 2 * (3 + 4)?'];
