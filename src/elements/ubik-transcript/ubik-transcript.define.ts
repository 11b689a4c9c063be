import {define} from '../base/define.js';
import '../items.define.js';
import {UbikTranscript} from './ubik-transcript.js';

define('ubik-transcript', UbikTranscript);

declare global {
  interface HTMLElementTagNameMap {
    'ubik-transcript': UbikTranscript;
  }
}
