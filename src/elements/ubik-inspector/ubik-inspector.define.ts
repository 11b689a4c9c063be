import {define} from '../base/define.js';
import {prefixInUse} from '../base/html.js';
import {UbikInspector} from './ubik-inspector.js';

// The inspector renders a conversation with the elements of a chat, so it uses the prefix that their templates already
// contain.
define('ubik-inspector', UbikInspector, prefixInUse());

declare global {
  interface HTMLElementTagNameMap {
    'ubik-inspector': UbikInspector;
  }
}
