import {define} from '../base/define.js';
import {prefixInUse} from '../base/html.js';
import '../ubik-markdown/ubik-markdown.define.js';
import {UbikRequest} from './ubik-request.js';

// The element may be lazily loaded, so it uses the prefix that the templates already contain.
define('ubik-request', UbikRequest, prefixInUse());

declare global {
  interface HTMLElementTagNameMap {
    'ubik-request': UbikRequest;
  }
}
