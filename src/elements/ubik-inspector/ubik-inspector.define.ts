import {define} from '../base/define.js';
import {prefixInUse} from '../base/html.js';
import {UbikInspector} from './ubik-inspector.js';

// It stands beside a chat, whose elements draw the conversation in it, and goes by the name that their templates write.
define('ubik-inspector', UbikInspector, prefixInUse());

declare global {
  interface HTMLElementTagNameMap {
    'ubik-inspector': UbikInspector;
  }
}
