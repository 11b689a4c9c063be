import {define} from '../base/define.js';
import {prefixInUse} from '../base/html.js';
import {UbikPage} from './ubik-page.js';

// It may be fetched after the others, and goes by the name that their templates write.
define('ubik-page', UbikPage, prefixInUse());

declare global {
  interface HTMLElementTagNameMap {
    'ubik-page': UbikPage;
  }
}
