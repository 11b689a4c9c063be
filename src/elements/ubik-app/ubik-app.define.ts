import {define} from '../base/define.js';
import {prefixInUse} from '../base/html.js';
import {UbikApp} from './ubik-app.js';

// The element is loaded by a module, so it uses the prefix that the templates already contain.
define('ubik-app', UbikApp, prefixInUse());

declare global {
  interface HTMLElementTagNameMap {
    'ubik-app': UbikApp;
  }
}
