import {define} from '../base/define.js';
import {prefixInUse} from '../base/html.js';
import {UbikConversation} from './ubik-conversation.js';

// May be loaded after the chat, so it uses the prefix that the templates already contain.
define('ubik-conversation', UbikConversation, prefixInUse());

declare global {
  interface HTMLElementTagNameMap {
    'ubik-conversation': UbikConversation;
  }
}
