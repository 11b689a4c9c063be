import {define} from '../base/define.js';
import {UbikSuggestions} from './ubik-suggestions.js';

define('ubik-suggestions', UbikSuggestions);

declare global {
  interface HTMLElementTagNameMap {
    'ubik-suggestions': UbikSuggestions;
  }
}
