import {define} from '../base/define.js';
import {prefixInUse} from '../base/html.js';
import '../items.define.js';
import {UbikItems} from './ubik-items.js';

// May be loaded after the chat, so it uses the prefix that the templates already contain.
define('ubik-items', UbikItems, prefixInUse());

declare global {
  interface HTMLElementTagNameMap {
    'ubik-items': UbikItems;
  }
}
