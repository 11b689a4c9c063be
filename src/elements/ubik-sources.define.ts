import {define} from './internal/define.js';
import {prefixInUse} from './internal/html.js';
import {UbikSources} from './ubik-sources.js';

// It may be fetched after the others, and goes by the name that their templates write.
define('ubik-sources', UbikSources, prefixInUse());

declare global {
  interface HTMLElementTagNameMap {
    'ubik-sources': UbikSources;
  }
}
