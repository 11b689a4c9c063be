import {define} from '../base/define.js';
import {prefixInUse} from '../base/html.js';
import {UbikMenu} from './ubik-menu.js';

// The element is lazily loaded, so it uses the prefix that the templates already contain.
define('ubik-menu', UbikMenu, prefixInUse());

declare global {
  interface HTMLElementTagNameMap {
    'ubik-menu': UbikMenu;
  }
}
