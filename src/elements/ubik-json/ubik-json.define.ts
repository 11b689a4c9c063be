import {define} from '../base/define.js';
import {prefixInUse} from '../base/html.js';
import {UbikJson} from './ubik-json.js';

// It may be fetched after the others, and goes by the name that their templates write.
define('ubik-json', UbikJson, prefixInUse());

declare global {
  interface HTMLElementTagNameMap {
    'ubik-json': UbikJson;
  }
}
