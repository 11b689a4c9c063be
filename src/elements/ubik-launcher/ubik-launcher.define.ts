import {define} from '../base/define.js';
import {UbikLauncher} from './ubik-launcher.js';

define('ubik-launcher', UbikLauncher);

declare global {
  interface HTMLElementTagNameMap {
    'ubik-launcher': UbikLauncher;
  }
}
