import {define} from '../base/define.js';
import {prefixInUse} from '../base/html.js';
import {UbikFile} from './ubik-file.js';

// It may be fetched after the others, and goes by the name that their templates write.
define('ubik-file', UbikFile, prefixInUse());

declare global {
  interface HTMLElementTagNameMap {
    'ubik-file': UbikFile;
  }
}
