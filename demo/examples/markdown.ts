import '../../src/modules/math.js';
import 'ubik-chat';

const chat = document.querySelector('ubik-chat');
if (chat) chat.suggestions = ['Show markdown'];
