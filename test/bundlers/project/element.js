import 'ubik-chat/elements/ubik-chat.define.js';
