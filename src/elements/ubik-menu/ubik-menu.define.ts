import {define} from '../base/define.js';
import {prefixInUse} from '../base/html.js';
import {UbikMenu} from './ubik-menu.js';

// It is fetched after the others, and goes by the name that their templates write.
define('ubik-menu', UbikMenu, prefixInUse());

declare global {
  interface HTMLElementTagNameMap {
    'ubik-menu': UbikMenu;
  }
}
