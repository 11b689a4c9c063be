import {define} from './internal/define.js';
import {UbikJson} from './ubik-json.js';

define('ubik-json', UbikJson);

declare global {
  interface HTMLElementTagNameMap {
    'ubik-json': UbikJson;
  }
}
