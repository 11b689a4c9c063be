import {define} from '../base/define.js';
import {prefixInUse} from '../base/html.js';
import {UbikSources} from './ubik-sources.js';

// It may be fetched after the others, and goes by the name that their templates write.
define('ubik-sources', UbikSources, prefixInUse());

declare global {
  interface HTMLElementTagNameMap {
    'ubik-sources': UbikSources;
  }
}
