import {define} from '../base/define.js';
import {prefixInUse} from '../base/html.js';
import '../ubik-markdown/ubik-markdown.define.js';
import {UbikRequest} from './ubik-request.js';

// It may be fetched after the others, and goes by the name that their templates write.
define('ubik-request', UbikRequest, prefixInUse());

declare global {
  interface HTMLElementTagNameMap {
    'ubik-request': UbikRequest;
  }
}
