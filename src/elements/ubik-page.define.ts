import {define} from './internal/define.js';
import {prefixInUse} from './internal/html.js';
import {UbikPage} from './ubik-page.js';

// It may be fetched after the others, and goes by the name that their templates write.
define('ubik-page', UbikPage, prefixInUse());

declare global {
  interface HTMLElementTagNameMap {
    'ubik-page': UbikPage;
  }
}
