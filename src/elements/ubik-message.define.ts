import {define} from './internal/define.js';
import './items.define.js';
import {UbikMessage} from './ubik-message.js';

define('ubik-message', UbikMessage);

declare global {
  interface HTMLElementTagNameMap {
    'ubik-message': UbikMessage;
  }
}
