// The switches of the start page, and what the demo agent may be asked.

const chat = document.querySelector('ubik-chat');
const switches = document.querySelector<HTMLFormElement>('#switches');

await customElements.whenDefined('ubik-chat');

if (chat) {
  chat.suggestions = [
    'Compare two numbers and search the docs',
    'Ask me something',
    'Write a long answer',
    'Fail on purpose',
  ];
}

switches?.addEventListener('change', () => {
  const chosen = new FormData(switches);
  const theme = String(chosen.get('theme'));
  document.documentElement.style.colorScheme = theme === 'auto' ? '' : theme;
  document.documentElement.dir = String(chosen.get('dir'));
  const layout = String(chosen.get('layout'));
  chat?.setAttribute('layout', layout);
  if (layout !== 'inline') void chat?.show();
});

export {};
