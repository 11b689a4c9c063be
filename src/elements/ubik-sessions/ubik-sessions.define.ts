import {define} from '../base/define.js';
import {prefixInUse} from '../base/html.js';
import {UbikSessions} from './ubik-sessions.js';

// The element is lazily loaded, so it uses the prefix that the templates already contain.
define('ubik-sessions', UbikSessions, prefixInUse());

declare global {
  interface HTMLElementTagNameMap {
    'ubik-sessions': UbikSessions;
  }
}
