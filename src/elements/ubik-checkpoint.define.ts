import {define} from './internal/define.js';
import {UbikCheckpoint} from './ubik-checkpoint.js';

define('ubik-checkpoint', UbikCheckpoint);

declare global {
  interface HTMLElementTagNameMap {
    'ubik-checkpoint': UbikCheckpoint;
  }
}
