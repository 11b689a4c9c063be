import '../items.define.js';
import type {UbikStep} from './ubik-step.js';

declare global {
  interface HTMLElementTagNameMap {
    'ubik-step': UbikStep;
  }
}
