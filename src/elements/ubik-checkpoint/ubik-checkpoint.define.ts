import {define} from '../base/define.js';
import {prefixInUse} from '../base/html.js';
import {UbikCheckpoint} from './ubik-checkpoint.js';

// The element may be lazily loaded, so it uses the prefix that the templates already contain.
define('ubik-checkpoint', UbikCheckpoint, prefixInUse());

declare global {
  interface HTMLElementTagNameMap {
    'ubik-checkpoint': UbikCheckpoint;
  }
}
