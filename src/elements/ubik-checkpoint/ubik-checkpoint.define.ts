import {define} from '../base/define.js';
import {prefixInUse} from '../base/html.js';
import {UbikCheckpoint} from './ubik-checkpoint.js';

// It may be fetched after the others, and goes by the name that their templates write.
define('ubik-checkpoint', UbikCheckpoint, prefixInUse());

declare global {
  interface HTMLElementTagNameMap {
    'ubik-checkpoint': UbikCheckpoint;
  }
}
