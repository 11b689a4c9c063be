import {define} from '../base/define.js';
import {prefixInUse} from '../base/html.js';
import {UbikConsent} from './ubik-consent.js';

// The element is lazily loaded, so it uses the prefix that the templates already contain.
define('ubik-consent', UbikConsent, prefixInUse());

declare global {
  interface HTMLElementTagNameMap {
    'ubik-consent': UbikConsent;
  }
}
