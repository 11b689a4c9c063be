import {define} from './internal/define.js';
import './ubik-composer.define.js';
import './ubik-launcher.define.js';
import './ubik-notice.define.js';
import './ubik-transcript.define.js';
import {UbikChat} from './ubik-chat.js';

define('ubik-chat', UbikChat);

declare global {
  interface HTMLElementTagNameMap {
    'ubik-chat': UbikChat;
  }
}
