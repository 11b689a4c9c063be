import 'ubik-chat';

const chat = document.querySelector('ubik-chat');
if (chat) {
  chat.labels = {
    chat: {empty: 'Ahoy! Where shall we sail?'},
    composer: {placeholder: 'Shout it out'},
  };
}
