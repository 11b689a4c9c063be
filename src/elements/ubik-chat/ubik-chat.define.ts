import {define} from '../base/define.js';
import '../ubik-composer/ubik-composer.define.js';
import '../ubik-launcher/ubik-launcher.define.js';
import '../ubik-notice/ubik-notice.define.js';
import '../ubik-transcript/ubik-transcript.define.js';
import {UbikChat} from './ubik-chat.js';

define('ubik-chat', UbikChat);

declare global {
  interface HTMLElementTagNameMap {
    'ubik-chat': UbikChat;
  }
}
