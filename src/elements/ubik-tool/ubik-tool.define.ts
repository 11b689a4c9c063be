import '../items.define.js';
import type {UbikTool} from './ubik-tool.js';

declare global {
  interface HTMLElementTagNameMap {
    'ubik-tool': UbikTool;
  }
}
