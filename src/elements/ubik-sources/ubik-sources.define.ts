import {define} from '../base/define.js';
import {prefixInUse} from '../base/html.js';
import {UbikSources} from './ubik-sources.js';

// The element may be lazily loaded, so it uses the prefix that the templates already contain.
define('ubik-sources', UbikSources, prefixInUse());

declare global {
  interface HTMLElementTagNameMap {
    'ubik-sources': UbikSources;
  }
}
