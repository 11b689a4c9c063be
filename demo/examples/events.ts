import 'ubik-chat';

const chat = document.querySelector('ubik-chat');
const output = document.querySelector('output');

const print = (line: string): void => {
  output?.append(`${line}\n`);
};

chat?.addEventListener('ubik-step-change', ({item}) => print(`step ${item.title}: ${item.status}`));
chat?.addEventListener('ubik-tool-change', ({item}) => print(`tool ${item.name}: ${item.status}`));
chat?.addEventListener('ubik-turn-end', ({message}) => print(`turn: ${message.status}`));
chat?.addEventListener('ubik-error', ({error}) => print(`error ${error.code}`));

if (chat) chat.suggestions = ['What is 2 * (3 + 4)?'];
