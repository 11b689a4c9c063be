import {define} from './internal/define.js';
import './items.define.js';
import {UbikTool} from './ubik-tool.js';

define('ubik-tool', UbikTool);

declare global {
  interface HTMLElementTagNameMap {
    'ubik-tool': UbikTool;
  }
}
