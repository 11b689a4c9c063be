import {define} from './internal/define.js';
import './ubik-markdown.define.js';
import {UbikRequest} from './ubik-request.js';

define('ubik-request', UbikRequest);

declare global {
  interface HTMLElementTagNameMap {
    'ubik-request': UbikRequest;
  }
}
