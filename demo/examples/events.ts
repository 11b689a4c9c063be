import 'ubik-chat';

const chat = document.querySelector('ubik-chat');
const output = document.querySelector('output');

const tell = (line: string): void => {
  output?.append(`${line}\n`);
};

chat?.addEventListener('ubik-step-change', ({item}) => tell(`step ${item.title}: ${item.status}`));
chat?.addEventListener('ubik-tool-change', ({item}) => tell(`tool ${item.name}: ${item.status}`));
chat?.addEventListener('ubik-turn-end', ({message}) => tell(`turn: ${message.status}`));
chat?.addEventListener('ubik-error', ({error}) => tell(`error ${error.code}`));

if (chat) chat.suggestions = ['What is 2 * (3 + 4)?'];
