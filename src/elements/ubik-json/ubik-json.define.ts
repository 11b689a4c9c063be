import {define} from '../base/define.js';
import {prefixInUse} from '../base/html.js';
import {UbikJson} from './ubik-json.js';

// The element may be lazily loaded, so it uses the prefix that the templates already contain.
define('ubik-json', UbikJson, prefixInUse());

declare global {
  interface HTMLElementTagNameMap {
    'ubik-json': UbikJson;
  }
}
