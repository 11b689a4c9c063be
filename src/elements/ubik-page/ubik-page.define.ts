import {define} from '../base/define.js';
import {prefixInUse} from '../base/html.js';
import {UbikPage} from './ubik-page.js';

// The element may be lazily loaded, so it uses the prefix that the templates already contain.
define('ubik-page', UbikPage, prefixInUse());

declare global {
  interface HTMLElementTagNameMap {
    'ubik-page': UbikPage;
  }
}
