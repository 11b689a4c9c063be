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
  const chosen = (name: string): string =>
    switches.querySelector<HTMLSelectElement>(`[name='${name}']`)?.value ?? '';
  const theme = chosen('theme');
  document.documentElement.style.colorScheme = theme === 'auto' ? '' : theme;
  document.documentElement.dir = chosen('dir');
  document.documentElement.dataset['look'] = chosen('look');
  if (chat) chat.lang = chosen('lang');
  const layout = chosen('layout');
  chat?.setAttribute('layout', layout);
  if (layout !== 'inline') void chat?.show();
});

export {};
