import {define} from '../base/define.js';
import '../ubik-markdown/ubik-markdown.define.js';
import {UbikThinking} from './ubik-thinking.js';

define('ubik-thinking', UbikThinking);

declare global {
  interface HTMLElementTagNameMap {
    'ubik-thinking': UbikThinking;
  }
}
