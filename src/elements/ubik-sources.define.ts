import {define} from './internal/define.js';
import {UbikSources} from './ubik-sources.js';

define('ubik-sources', UbikSources);

declare global {
  interface HTMLElementTagNameMap {
    'ubik-sources': UbikSources;
  }
}
