import {define} from '../base/define.js';
import {UbikMarkdown} from './ubik-markdown.js';

define('ubik-markdown', UbikMarkdown);

declare global {
  interface HTMLElementTagNameMap {
    'ubik-markdown': UbikMarkdown;
  }
}
