import {define} from '../base/define.js';
import {UbikProgress} from './ubik-progress.js';

define('ubik-progress', UbikProgress);

declare global {
  interface HTMLElementTagNameMap {
    'ubik-progress': UbikProgress;
  }
}
