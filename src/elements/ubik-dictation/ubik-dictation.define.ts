import {define} from '../base/define.js';
import {prefixInUse} from '../base/html.js';
import {UbikDictation} from './ubik-dictation.js';

// It is fetched after the others, and goes by the name that their templates write.
define('ubik-dictation', UbikDictation, prefixInUse());

declare global {
  interface HTMLElementTagNameMap {
    'ubik-dictation': UbikDictation;
  }
}
