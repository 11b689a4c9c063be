import {define} from '../base/define.js';
import '../ubik-composer/ubik-composer.define.js';
import '../ubik-launcher/ubik-launcher.define.js';
import '../ubik-progress/ubik-progress.define.js';
import '../ubik-status/ubik-status.define.js';
import '../ubik-suggestions/ubik-suggestions.define.js';
import '../ubik-transcript/ubik-transcript.define.js';
import {UbikChat} from './ubik-chat.js';

define('ubik-chat', UbikChat);

declare global {
  interface HTMLElementTagNameMap {
    'ubik-chat': UbikChat;
  }
}
