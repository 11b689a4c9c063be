import 'ubik-chat';
import 'ubik-chat/modules/mcp-apps.js';

const chat = document.querySelector('ubik-chat');
if (chat) chat.suggestions = ['Show a world clock'];
