import {define} from './internal/define.js';
import './items.define.js';
import {UbikStep} from './ubik-step.js';

define('ubik-step', UbikStep);

declare global {
  interface HTMLElementTagNameMap {
    'ubik-step': UbikStep;
  }
}
