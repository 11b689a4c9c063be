import {define} from '../base/define.js';
import '../ubik-notice/ubik-notice.define.js';
import {UbikStatus} from './ubik-status.js';

define('ubik-status', UbikStatus);

declare global {
  interface HTMLElementTagNameMap {
    'ubik-status': UbikStatus;
  }
}
