import 'ubik-chat';

const chat = document.querySelector('ubik-chat');
if (chat) {
  chat.heading = 'Help';
  chat.placeholder = 'Ask about the widget';
  chat.labels = {chat: {empty: 'Welcome! What would you like to build?'}};
  chat.suggestions = ['How do I install it?', 'Show me a run with tools'];
}
