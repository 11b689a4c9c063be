import {define} from './internal/define.js';
import {prefixInUse} from './internal/html.js';
import {UbikDictation} from './ubik-dictation.js';

// It is fetched after the others, and goes by the name that their templates write.
define('ubik-dictation', UbikDictation, prefixInUse());

declare global {
  interface HTMLElementTagNameMap {
    'ubik-dictation': UbikDictation;
  }
}
