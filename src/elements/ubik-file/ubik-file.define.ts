import {define} from '../base/define.js';
import {prefixInUse} from '../base/html.js';
import {UbikFile} from './ubik-file.js';

// The element may be lazily loaded, so it uses the prefix that the templates already contain.
define('ubik-file', UbikFile, prefixInUse());

declare global {
  interface HTMLElementTagNameMap {
    'ubik-file': UbikFile;
  }
}
