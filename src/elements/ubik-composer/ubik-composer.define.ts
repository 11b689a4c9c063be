import {define} from '../base/define.js';
import {UbikComposer} from './ubik-composer.js';

define('ubik-composer', UbikComposer);

declare global {
  interface HTMLElementTagNameMap {
    'ubik-composer': UbikComposer;
  }
}
