import {define} from '../base/define.js';
import {prefixInUse} from '../base/html.js';
import {UbikSessions} from './ubik-sessions.js';

// It is fetched after the others, and goes by the name that their templates write.
define('ubik-sessions', UbikSessions, prefixInUse());

declare global {
  interface HTMLElementTagNameMap {
    'ubik-sessions': UbikSessions;
  }
}
