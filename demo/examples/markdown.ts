// In your project: 'ubik-chat/modules/highlight.js' and 'ubik-chat/modules/math.js'.
import '../../src/modules/highlight.js';
import '../../src/modules/math.js';
import 'ubik-chat';

const chat = document.querySelector('ubik-chat');
if (chat) chat.suggestions = ['Show markdown'];
