import {define} from '../base/define.js';
import {UbikNotice} from './ubik-notice.js';

define('ubik-notice', UbikNotice);

declare global {
  interface HTMLElementTagNameMap {
    'ubik-notice': UbikNotice;
  }
}
