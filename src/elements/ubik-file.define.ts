import {define} from './internal/define.js';
import {UbikFile} from './ubik-file.js';

define('ubik-file', UbikFile);

declare global {
  interface HTMLElementTagNameMap {
    'ubik-file': UbikFile;
  }
}
