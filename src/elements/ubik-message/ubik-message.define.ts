import '../items.define.js';
import type {UbikMessage} from './ubik-message.js';

declare global {
  interface HTMLElementTagNameMap {
    'ubik-message': UbikMessage;
  }
}
