import {define} from '../base/define.js';
import {prefixInUse} from '../base/html.js';
import {UbikDictation} from './ubik-dictation.js';

// The element is lazily loaded, so it uses the prefix that the templates already contain.
define('ubik-dictation', UbikDictation, prefixInUse());

declare global {
  interface HTMLElementTagNameMap {
    'ubik-dictation': UbikDictation;
  }
}
